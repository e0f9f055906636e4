package io.manta.cli;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What people type after {@code ray}, from its documentation and their notes: the same behind {@code manta}. */
class RayCommandLinesTest {
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "up -y aws-config.docker.yaml",
                "up ray/python/ray/autoscaler/aws/example-full.yaml",
                "up cluster.yaml --min-workers 2 --max-workers 5 --no-restart -y --no-config-cache",
                "up cluster.yaml --restart-only --disable-usage-stats --use-normal-shells --redirect-command-output",
                "up cluster.yaml --use-login-shells -n other --log-style record --log-color false -vv",
                "create_or_update cluster.yaml",
                "down -y aws-config.docker.yaml",
                "down cluster.yaml --workers-only --keep-min-workers --no-config-cache",
                "teardown cluster.yaml -y",
                "exec aws-config.docker.yaml 'tail -n 100 -f /tmp/ray/session_latest/logs/monitor*'",
                "exec cluster.yaml 'echo hello' --start --no-config-cache",
                "exec cluster.yaml 'echo hello' --stop",
                "exec cluster.yaml 'echo hello' --start --stop --cluster-name my-cluster",
                "exec cluster.yaml 'echo hello' --screen",
                "exec cluster.yaml 'echo hello' --tmux",
                "exec cluster.yaml --port-forward=8899 'jupyter notebook --port=8899'",
                "exec cluster.yaml --run-env docker -p 8265 -p 10001 'sleep 1'",
                "exec_cmd cluster.yaml ls",
                "attach aws-config.docker.yaml",
                "attach cluster.yaml --start --cluster-name=session-1",
                "attach cluster.yaml --screen -N --no-config-cache --node-ip 10.0.0.5 -p 8265",
                "submit aws-config.docker.yaml task_pattern_tree.py",
                "submit cluster.yaml --tmux --start --stop tune_experiment.py",
                "submit cluster.yaml --start --screen --extra-screen-args '-X quit' script.py --no-config-cache",
                "submit cluster.yaml script.py -- --epochs 3",
                "rsync_down cluster.yaml '/path/on/cluster' '/local/path'",
                "rsync_up cluster.yaml '/local/path' '/path/on/cluster'",
                "rsync-up cluster.yaml -A --no-config-cache",
                "rsync-down cluster.yaml",
                "get-head-ip cluster.yaml --no-config-cache",
                "get_head_ip cluster.yaml",
                "get-worker-ips cluster.yaml",
                "monitor cluster.yaml --lines 50 --no-config-cache",
                "dashboard cluster.yaml -p 8265 --remote-port 8265 --no-config-cache",
                "kill-random-node cluster.yaml -y --hard",
                "status",
                "status -v",
                "status --address 10.0.0.1:6379 --no-config-cache",
                "cluster-dump cluster.yaml -o dump.tar.gz --no-logs --no-pip --no-processes --no-debug-state",
                "cluster-dump cluster.yaml --host 10.0.0.1,10.0.0.2 --ssh-user ubuntu --ssh-key k.pem --docker ray_container --local",
                "cluster-dump cluster.yaml --tempfile /tmp/x --logs --pip --processes --processes-verbose --debug-state",
                "enable-usage-stats",
                "disable-usage-stats",
                "get-auth-token --generate",
                "drain-node --address 10.0.0.1:6379 --node-id abc --reason idle --deadline-remaining-seconds 60",
                "health-check --address 10.0.0.1:6379",
                "local-dump -o /tmp/dump.tar.gz --no-logs",
                "job submit --address http://127.0.0.1:8265 --working-dir . -- python script.py --flag",
                "job submit --runtime-env-json={} --no-wait --submission-id x -- echo hello",
                "job list --address=http://127.0.0.1:8265",
                "job logs --follow raysubmit_1",
                "job status raysubmit_1",
                "job stop raysubmit_1 --no-wait",
                "start --head",
                "start --address=10.0.103.184:6379",
                "stop example-full.yaml",
            })
    void isAccepted(String typed) {
        assertThatCode(() -> parse(typed)).as("manta %s", typed).doesNotThrowAnyException();
    }

    private static void parse(String typed) {
        var words = new ArrayList<String>();
        var found = WORD.matcher(typed);
        while (found.find()) {
            words.add(found.group(1) == null ? found.group(2) : found.group(1));
        }
        Verb verb = Verbs.find(words.getFirst()).orElseThrow().create().get();
        List<String> arranged = verb.arrange(words.subList(1, words.size()));
        var line = new CommandLine(verb.syntax().common().spec());
        line.parseArgs(arranged.toArray(String[]::new));
        Call.checkChoices(line);
    }
}
