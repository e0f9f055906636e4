package io.manta.remote.ssh;

import io.manta.spi.model.Problem;
import io.manta.spi.remote.FileTransfer;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.RemoteException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Copies with rsync where both sides have it, with tar where they do not. */
final class FileCopy {
    private final SshConnection connection;
    private final Rsync rsync;
    private final TarCopy tar;
    private volatile boolean withoutRsync;

    FileCopy(SshConnection connection) {
        this.connection = connection;
        this.rsync = new Rsync(connection);
        this.tar = new TarCopy(connection);
    }

    void upload(FileTransfer transfer, OutputSink output) throws RemoteException, InterruptedException {
        Path local = LocalPath.of(transfer.local());
        if (!Files.exists(local)) {
            throw new RemoteException(
                    Problem.error(
                            "FILES-MISSING",
                            "there is no " + transfer.local() + " to copy to "
                                    + connection.arguments().reach().address(),
                            "",
                            "correct the path"),
                    false);
        }
        if (!byRsync(() -> rsync.upload(transfer, output))) {
            guarded(() -> tar.upload(transfer, output));
        }
    }

    void download(FileTransfer transfer, OutputSink output) throws RemoteException, InterruptedException {
        if (!byRsync(() -> rsync.download(transfer, output))) {
            guarded(() -> tar.download(transfer, output));
        }
    }

    private interface Copy {
        void run() throws IOException, RemoteException, InterruptedException;
    }

    private boolean byRsync(Copy copy) throws RemoteException, InterruptedException {
        if (withoutRsync || !Rsync.isHere()) {
            return false;
        }
        try {
            guarded(copy);
            return true;
        } catch (Rsync.NotThere e) {
            withoutRsync = true;
            return false;
        }
    }

    // A copy only adds what is missing, so one that the connection cut off is simply made again.
    private void guarded(Copy copy) throws RemoteException, InterruptedException {
        try {
            connection.ensure();
            try {
                copy.run();
            } catch (RemoteException e) {
                if (!e.mayPass() || connection.isOpen()) {
                    throw e;
                }
                connection.ensure();
                copy.run();
            }
        } catch (IOException e) {
            throw new RemoteException(
                    Problem.error(
                            "FILES-FAILED",
                            "cannot copy files with "
                                    + connection.arguments().reach().address(),
                            String.valueOf(e.getMessage()),
                            ""),
                    false,
                    e);
        }
    }
}
