import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { BUCKETS, bucketOf, normalizePassword } from '../src/entities/password/knownPassword.ts';

const ID = 'virtual:known-passwords';
const FILE = resolve(import.meta.dirname, '../../shared/data/known-passwords.txt');

/** The files that the list is divided into, with their paths on the site. A path changes when a file does. */
export function knownPasswordFiles(list = readFileSync(FILE, 'utf8')): Map<string, string> {
  const buckets = Array.from({ length: BUCKETS }, () => new Set<string>());
  for (const entry of list.trimEnd().split('\n')) {
    const normalized = normalizePassword(entry);
    buckets[bucketOf(normalized)]?.add(normalized);
  }
  const texts = buckets.map((entries) => `${Array.from(entries).join('\n')}\n`);
  const digest = createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 8);
  return new Map(
    texts.map((text, bucket) => [`assets/known-passwords-${digest}-${bucket}.txt`, text]),
  );
}

/**
 * Serves the list of known passwords in parts, so that the web app can warn of such a password without loading all of it. The module
 * `virtual:known-passwords` has the URLs.
 */
export function knownPasswords(): Plugin {
  const read = once(() => knownPasswordFiles());
  let base = '/';
  let isServerBuild = false;
  return {
    name: 'known-passwords',
    configResolved(config) {
      base = config.base;
      isServerBuild = Boolean(config.build.ssr);
    },
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load(id) {
      if (id !== `\0${ID}`) {
        return undefined;
      }
      // The names differ in the number of the bucket only.
      const [first = ''] = read().keys();
      return `export const prefix = ${JSON.stringify(`${base}${first.replace(/\d+\.txt$/u, '')}`)};`;
    },
    generateBundle() {
      if (!isServerBuild) {
        for (const [fileName, source] of read()) {
          this.emitFile({ type: 'asset', fileName, source });
        }
      }
    },
    configureServer: ({ middlewares }) => {
      middlewares.use((request, response, next) => {
        const text = read().get(request.url?.slice(base.length) ?? '');
        if (text === undefined) {
          next();
        } else {
          response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' }).end(text);
        }
      });
    },
  };
}

function once<Result>(make: () => Result): () => Result {
  let made: Result | undefined;
  return () => (made ??= make());
}
