// Runs a handler as Lambda's managed runtime does: asks the Runtime API for an event, and sends the result back, again and again.
//
//     node runtime.cjs FILE-OF-THE-HANDLER
//
// The Runtime Interface Client of AWS does the same. Installing it compiles curl, which needs CMake and the headers of Node.js.

import { Agent, request, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';

type Handler = (event: unknown) => Promise<unknown>;

const address = `http://${process.env['AWS_LAMBDA_RUNTIME_API']}/2018-06-01/runtime/invocation`;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Sends a request to the Runtime API. */
function call(method: string, path: string, body = ''): Promise<[IncomingMessage, string]> {
  return new Promise((resolve, reject) => {
    const sent = request(`${address}/${path}`, { method, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve([response, Buffer.concat(chunks).toString()]));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

async function serve(handler: Handler): Promise<never> {
  for (;;) {
    const [response, event] = await call('GET', 'next');
    const id = response.headers['lambda-runtime-aws-request-id'];
    const result = await handler(JSON.parse(event));
    await call('POST', `${id}/response`, JSON.stringify(result));
  }
}

const file = process.argv[2];
if (file === undefined) {
  throw new Error('no handler is named');
}
const { handler } = createRequire(file)(file) as { handler: Handler };
// A failure ends the process, and with it the measurement.
serve(handler).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
