import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import type { Handler } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import { cacheControl, hashedFilesFolder } from '#infra/cloud/service-settings';
import { isSampleSchool } from '#shared/brand';
import { fileFor, filesWithSiteUrl, notFoundDocument, siteUrlPlaceholder } from '#shared/built-pages';

export const builtSiteFolder = isSampleSchool ? 'dist/sample-web' : 'dist/web';

type Encoding = 'br' | 'gzip';

const compress = {
  // CloudFront's level is not published. 5 gives similar sizes in milliseconds.
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [zlib.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
};

const compressibleType = /^(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml|javascript|wasm)|image\/svg)/;
const isCompressible = (type: string, size: number): boolean =>
  compressibleType.test(type) && size >= 1_000 && size <= 10_000_000;

const read = async (path: string, siteUrl: string | undefined): Promise<Buffer> => {
  if (siteUrl === undefined) return readFile(path);
  return Buffer.from((await readFile(path, 'utf8')).replaceAll(siteUrlPlaceholder, siteUrl));
};

const load = async (path: string, siteUrl: string | undefined) => {
  const original = await read(path, siteUrl);
  const type = getMimeType(path) ?? 'application/octet-stream';
  const encoded = new Map<Encoding, Promise<Buffer>>();
  return {
    type,
    etag: createHash('sha256').update(original).digest('base64url').slice(0, 27),
    compressible: isCompressible(type, original.length),
    bytes: async (encoding?: Encoding): Promise<Buffer> => {
      if (!encoding) return original;
      const known = encoded.get(encoding) ?? compress[encoding](original);
      encoded.set(encoding, known);
      return known;
    },
  };
};

type CachedFile = Awaited<ReturnType<typeof load>>;

/** Caches files until they change on disk. Undefined if it does not exist. Origins replace their placeholders. */
const createFileCache = () => {
  const files = new Map<string, { changedAt: number; file: Promise<CachedFile> }>();

  return async (path: string, siteUrl?: string): Promise<CachedFile | undefined> => {
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) return undefined;
    const key = `${siteUrl} ${path}`;
    const known = files.get(key);
    if (known?.changedAt === found.mtimeMs) return known.file;
    const file = load(path, siteUrl);
    files.set(key, { changedAt: found.mtimeMs, file });
    return file;
  };
};

const namesSiteUrl = (path: string): boolean => filesWithSiteUrl.some((file) => file === path);

const encodings = ['br', 'gzip'] as const satisfies readonly Encoding[];

const encodingFor = (file: CachedFile, accepted: string): Encoding | undefined =>
  file.compressible ? encodings.find((encoding) => accepted.split(/\s*,\s*/).includes(encoding)) : undefined;

const isKnown = (etag: string, ifNoneMatch: string): boolean =>
  ifNoneMatch.split(/\s*,\s*/).some((known) => known.replace(/^W\//, '') === etag);

export const createBuiltSite = (directory: string): Handler => {
  const open = createFileCache();

  return async (c) => {
    if (!['GET', 'HEAD'].includes(c.req.method)) return c.text('Method Not Allowed', 405);
    const path = fileFor(c.req.path, c.req.query());
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
