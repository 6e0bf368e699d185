import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** How much traffic may wait to be sent, in ms of the link's time, as in the queue of a router. */
const QUEUE_MS = 50;

interface Speed {
  /** The upload of all connections together, in bits per second. The download is not limited. */
  upload: number;
  roundTripMs: number;
}

/** A user's connection to servers that run on this machine. */
export interface SlowLink {
  /** How Chromium and curl connect through the link. URLs stay as they are, and with them the signatures of presigned ones. */
  chromiumArguments: string[];
  curlArguments: string[];
  /** Returns how many bytes have been uploaded so far, of all connections together. */
  uploadedBytes: () => number;
  /** Ends all connections, and refuses others until `reconnect`. What waits to be sent is lost. */
  disconnect: () => void;
  reconnect: () => void;
  close: () => void;
}

/**
 * Opens a port for each URL's server, behind which all connections share one slow link. A new connection waits for a round trip, as for
 * TCP's handshake. TCP's slow start, losses and TLS are not emulated.
 */
export async function openSlowLink(speed: Speed, urls: string[]): Promise<SlowLink> {
  const send = queue(speed.upload);
  let uploaded = 0;
  const upload = (bytes: number) => {
    uploaded += bytes;
    return send(bytes);
  };
  const delay = speed.roundTripMs / 2;
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  let isConnected = true;
  const disconnect = () => {
    isConnected = false;
    sockets.forEach((socket) => socket.destroy());
  };
  const routes: [host: string, local: string][] = [];
  for (const { hostname, port, host } of urls.map((url) => new URL(url))) {
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
      if (!isConnected) {
        client.destroy();
        return;
      }
      const target = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
      target.setNoDelay();
      closeTogether(client, target);
      for (const socket of [client, target]) {
        sockets.add(socket.on('close', () => sockets.delete(socket)));
      }
      void wait(speed.roundTripMs).then(() => {
        carry(client, target, upload, delay);
        carry(target, client, () => performance.now(), delay);
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    servers.push(server);
    routes.push([host, `127.0.0.1:${(server.address() as AddressInfo).port}`]);
  }
  return {
    chromiumArguments: [
      `--host-resolver-rules=${routes.map(([host, local]) => `MAP ${host} ${local}`).join(', ')}`,
    ],
    curlArguments: routes.flatMap(([host, local]) => ['--connect-to', `${host}:${local}`]),
    uploadedBytes: () => uploaded,
    disconnect,
    reconnect: () => {
      isConnected = true;
    },
    close: () => {
      disconnect();
      servers.forEach((server) => server.close());
    },
  };
}

/** Ends both sockets when one fails. */
function closeTogether(one: Socket, other: Socket): void {
  for (const [socket, peer] of [
    [one, other],
    [other, one],
  ] as const) {
    socket.on('error', () => peer.destroy());
  }
}

/** Returns a function that gives the time when that many more bytes have been sent, one after the other. */
function queue(bitsPerSecond: number): (bytes: number) => number {
  let freeAt = 0;
  return (bytes) => {
    freeAt = Math.max(freeAt, performance.now()) + (bytes * 8 * 1000) / bitsPerSecond;
    return freeAt;
  };
}

/** Carries what a socket receives to another one. `leave` returns when a number of bytes has been sent; they arrive after the delay. */
function carry(from: Socket, to: Socket, leave: (bytes: number) => number, delay: number): void {
  let delivered = Promise.resolve();
  from.on('data', (piece: Buffer) => {
    const leavesAt = leave(piece.length);
    delivered = delivered.then(() => until(leavesAt + delay)).then(() => void to.write(piece));
    from.pause();
    void until(leavesAt - QUEUE_MS).then(() => from.resume());
  });
  from.on('end', () => void delivered.then(() => to.end()));
}

/** Waits until a time of `performance.now()`. */
async function until(time: number): Promise<void> {
  const rest = time - performance.now();
  if (rest > 0) {
    await wait(rest);
  }
}
