package threadwall.spring.client;

import java.io.IOException;

/** The client's connection has ended, so nothing can be sent to it. */
final class ClientGoneException extends IOException {
    ClientGoneException(ClientConnection client) {
        super("connection from " + client.remote().getHostAddress() + ":" + client.remotePort() + " is gone");
    }

    /** It ends a request and points at no defect, so it has no stack trace. */
    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
