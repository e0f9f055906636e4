package io.manta.controller.setup;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.NodeStatus;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StatusTagsTest {
    private final List<NodeStatus> written = new CopyOnWriteArrayList<>();
    private final AtomicInteger begun = new AtomicInteger();
    private final CountDownLatch writing = new CountDownLatch(1);
    private final CountDownLatch answered = new CountDownLatch(1);

    private void slowly(NodeStatus status) throws InterruptedException {
        begun.incrementAndGet();
        writing.countDown();
        answered.await();
        written.add(status);
    }

    @Test
    void whatIsOvertakenIsNotWritten() throws InterruptedException {
        var tags = new StatusTags(this::slowly);
        tags.now(NodeStatus.WAITING_FOR_SSH);
        writing.await();
        tags.now(NodeStatus.SYNCING_FILES);
        tags.now(NodeStatus.SETTING_UP);
        answered.countDown();
        while (written.size() < 2) {
            Thread.onSpinWait();
        }
        tags.await();
        assertThat(written).containsExactly(NodeStatus.WAITING_FOR_SSH, NodeStatus.SETTING_UP);
    }

    @Test
    void whatDoesNotLastIsNotWritten() throws InterruptedException {
        answered.countDown();
        var tags = new StatusTags(this::slowly);
        tags.now(NodeStatus.WAITING_FOR_SSH);
        tags.now(NodeStatus.SYNCING_FILES);
        tags.await();
        assertThat(written).isEmpty();
    }

    @Test
    void nothingIsOnItsWayAfterTheEnd() throws InterruptedException {
        var tags = new StatusTags(this::slowly);
        tags.now(NodeStatus.WAITING_FOR_SSH);
        writing.await();
        tags.now(NodeStatus.SETTING_UP);
        Thread.ofVirtual().start(answered::countDown);
        tags.await();
        assertThat(written).startsWith(NodeStatus.WAITING_FOR_SSH).hasSize(begun.get());
    }

    @Test
    void theSameStatusIsWrittenOnce() throws InterruptedException {
        answered.countDown();
        var tags = new StatusTags(this::slowly);
        tags.now(NodeStatus.SETTING_UP);
        tags.now(NodeStatus.SETTING_UP);
        while (written.isEmpty()) {
            Thread.onSpinWait();
        }
        tags.now(NodeStatus.SETTING_UP);
        tags.await();
        assertThat(written).containsExactly(NodeStatus.SETTING_UP);
    }
}
