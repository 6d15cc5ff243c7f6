import { join, normalize } from 'node:path';
import type { Handler } from 'hono';
import { cacheControl, hashedFilesFolder } from '#infra/cloud/cache-rules';
import { fileFor, filesWithSiteUrl, notFoundDocument } from '#shared/built-pages';
import { type CachedFile, createFileCache, type Encoding } from './file-cache.ts';

const namesSiteUrl = (path: string): boolean => filesWithSiteUrl.some((file) => file === path);

const encodings = ['br', 'gzip'] as const satisfies readonly Encoding[];

const encodingFor = (file: CachedFile, accepted: string): Encoding | undefined =>
  file.compressible ? encodings.find((encoding) => accepted.split(/\s*,\s*/).includes(encoding)) : undefined;

const isKnown = (etag: string, ifNoneMatch: string): boolean =>
  ifNoneMatch.split(/\s*,\s*/).some((known) => known.replace(/^W\//, '') === etag);

/** Serves the built site as the distribution does: the same rules for pages, caching and compression. */
export const createBuiltSite = (directory: string): Handler => {
  const open = createFileCache();

  return async (c) => {
    if (!['GET', 'HEAD'].includes(c.req.method)) return c.text('Method Not Allowed', 405);
    const path = fileFor(c.req.path);
    const siteUrl = namesSiteUrl(path) ? new URL(c.req.url).origin : undefined;
    const file = await open(join(directory, normalize(path)), siteUrl);
    if (!file) return c.notFound();
    const etag = `"${file.etag}"`;
    const isHashed = path.startsWith(`/${hashedFilesFolder}`);
    c.header('cache-control', isHashed ? cacheControl.hashedFiles : cacheControl.others);
    c.header('etag', etag);
    c.header('vary', 'accept-encoding');
    if (isKnown(etag, c.req.header('if-none-match') ?? '')) return c.body(null, 304);
    const encoding = encodingFor(file, c.req.header('accept-encoding') ?? '');
    if (encoding) c.header('content-encoding', encoding);
    c.header('content-type', file.type);
    return c.body(new Uint8Array(await file.bytes(encoding)), path === notFoundDocument ? 404 : 200);
  };
};
