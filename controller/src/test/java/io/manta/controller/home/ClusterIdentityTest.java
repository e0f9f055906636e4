package io.manta.controller.home;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.Tags;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterIdentityTest {
    @TempDir
    Path dir;

    private static Machine machine(Map<String, String> tags) {
        return new Machine(
                new MachineId("m"),
                Machine.MachineState.RUNNING,
                tags,
                Optional.empty(),
                Optional.empty(),
                Instant.EPOCH,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void anotherClusterOfTheSameNameIsTold() {
        var ours = new ClusterIdentity("aaaa", "anna-at-desk");
        Machine own = machine(ours.marks());
        Machine old = machine(Map.of());
        Machine other = machine(new ClusterIdentity("bbbb", "ben-at-home").marks());
        assertThat(ours.strangers(List.of(own, old, other))).containsExactly(other);
    }

    @Test
    void withoutARecordOnlyWhatThisPersonMadeIsTheirs() {
        Machine own = machine(Map.of(Tags.OWNER, ClusterIdentity.self()));
        Machine other = machine(Map.of(Tags.OWNER, "somebody-at-elsewhere"));
        Machine unmarked = machine(Map.of());
        assertThat(ClusterIdentity.notMine(List.of(own, other, unmarked))).containsExactly(other, unmarked);
    }

    @Test
    void marksFitEveryProvidersTags() {
        assertThat(ClusterIdentity.fresh().marks().values())
                .allMatch(value -> value.matches("[a-z0-9][a-z0-9-]{0,39}"));
        assertThat(ClusterIdentity.fresh().id())
                .isNotEqualTo(ClusterIdentity.fresh().id());
    }

    @Test
    void theRecordKeepsIdentityAndPlaceAndReadsOldRecords() throws Exception {
        var home = new ClusterHome(dir);
        var record = new ClusterRecord(
                "c",
                "aws",
                "/c.yaml",
                Instant.EPOCH,
                Optional.of(ClusterIdentity.fresh()),
                Map.of("region", "us-west-2"));
        record.write(home);
        assertThat(ClusterRecord.read(home)).contains(record);
        Files.writeString(
                home.record(),
                "{\"name\": \"c\", \"provider\": \"aws\", \"source\": \"\", \"created_at\": \"1970-01-01T00:00:00Z\"}");
        assertThat(ClusterRecord.read(home)).contains(new ClusterRecord("c", "aws", "", Instant.EPOCH));
    }
}
