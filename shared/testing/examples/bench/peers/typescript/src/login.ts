// `POST /users/login`: exchanges an email address and a password for an access token.
//
// Unlike the function of this repository, it limits no rates, knows no devices, and has its signing key in a variable.

import { randomBytes } from 'node:crypto';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { verify } from '@node-rs/argon2';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { SignJWT } from 'jose';
import { json } from './response.ts';
import { documents, variable } from './table.ts';

interface User {
  userId: string;
  type: string;
  email: string;
  passwordHash: string;
  tokenVersion: number;
  profile: { fullname: string; address: string };
  sessions?: Record<string, Session>;
}

interface Session {
  createdAt: number;
  lastSeenAt: number;
  expiresAt: number;
  endsAt: number;
  idleSeconds: number;
  tokenVersion: number;
}

/** Verified when there is no user, so that an unknown email address takes as long as a wrong password. */
const DECOY =
  '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5J3Mgc2FsdA$bm9ib2R5J3MgcGFzc3dvcmQsIG9mIDMyIGJ5dGVzISE';
const SESSION_SECONDS = 7 * 24 * 60 * 60;
const MAX_SESSIONS = 10;

const table = variable('USERS_TABLE');
const keyId = variable('SIGNING_KEY_ID');
const key = new TextEncoder().encode(variable('SIGNING_KEY'));

export async function handler(
  event: APIGatewayProxyEventV2,
): Promise<APIGatewayProxyStructuredResultV2> {
  const body = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  const { email, password } = JSON.parse(body.toString()) as { email: string; password: string };
  const user = await findUser(email.toLowerCase());
  const isCorrect = await verify(user?.passwordHash ?? DECOY, password);
  if (!user || !isCorrect) {
    return json(401, { success: false, code: 'incorrect_credentials' }, {});
  }
  const token = await startSession(user);
  const { userId, type, profile } = user;
  const data = { _id: userId, email: user.email, type, fullname: profile.fullname };
  return json(200, { success: true, token, data }, { 'cache-control': 'no-store' });
}

async function findUser(email: string): Promise<User | undefined> {
  const claim = await item<{ userId: string }>(`email#${email}`);
  return claim && (await item<User>(`user#${claim.userId}`));
}

async function item<T>(pk: string): Promise<T | undefined> {
  const found = await documents.send(
    new GetCommand({ TableName: table, Key: { pk }, ConsistentRead: true }),
  );
  return found.Item as T | undefined;
}

/** Writes a session, without the oldest ones over the limit, and returns its access token. */
async function startSession(user: User): Promise<string> {
  const id = randomBytes(16).toString('hex');
  const now = Math.floor(Date.now() / 1000);
  const session: Session = {
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now + SESSION_SECONDS,
    endsAt: now + SESSION_SECONDS,
    idleSeconds: SESSION_SECONDS,
    tokenVersion: user.tokenVersion,
  };
  const newestFirst = Object.entries(user.sessions ?? {}).sort(
    ([, a], [, b]) => b.createdAt - a.createdAt,
  );
  const kept = Object.fromEntries(newestFirst.slice(0, MAX_SESSIONS - 1));
  await documents.send(
    new UpdateCommand({
      TableName: table,
      Key: { pk: `user#${user.userId}` },
      UpdateExpression: 'SET sessions = :sessions',
      ConditionExpression: 'tokenVersion = :version',
      ExpressionAttributeValues: {
        ':sessions': { ...kept, [id]: session },
        ':version': user.tokenVersion,
      },
    }),
  );
  return new SignJWT({ ver: user.tokenVersion, purpose: 'session', sid: id })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: keyId })
    .setSubject(user.userId)
    .setIssuedAt(now)
    .setExpirationTime(session.endsAt)
    .sign(key);
}
