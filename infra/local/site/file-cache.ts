import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { getMimeType } from 'hono/utils/mime';
import { siteUrlPlaceholder } from '#shared/built-pages';

export type Encoding = 'br' | 'gzip';

export interface CachedFile {
  readonly type: string;
  readonly etag: string;
  /** The bytes in an encoding, computed once; undefined means not encoded. */
  bytes(encoding?: Encoding): Promise<Buffer>;
  /** Whether CloudFront compresses it. */
  readonly compressible: boolean;
}

const compress = {
  // CloudFront's level is not published. 5 gives similar sizes in milliseconds.
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [zlib.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
};

/** CloudFront compresses these kinds, from 1,000 to 10,000,000 bytes. */
const compressibleType = /^(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml|javascript|wasm)|image\/svg)/;
const isCompressible = (type: string, size: number): boolean =>
  compressibleType.test(type) && size >= 1_000 && size <= 10_000_000;

const read = async (path: string, siteUrl: string | undefined): Promise<Buffer> => {
  if (siteUrl === undefined) return readFile(path);
  return Buffer.from((await readFile(path, 'utf8')).replaceAll(siteUrlPlaceholder, siteUrl));
};

const load = async (path: string, siteUrl: string | undefined): Promise<CachedFile> => {
  const original = await read(path, siteUrl);
  const type = getMimeType(path) ?? 'application/octet-stream';
  const encoded = new Map<Encoding, Promise<Buffer>>();
  return {
    type,
    etag: createHash('sha256').update(original).digest('base64url').slice(0, 27),
    compressible: isCompressible(type, original.length),
    bytes: async (encoding) => {
      if (!encoding) return original;
      const known = encoded.get(encoding) ?? compress[encoding](original);
      encoded.set(encoding, known);
      return known;
    },
  };
};

/**
 * Reads files of one folder, and caches them until they change on disk. Undefined if the file does not exist. An origin
 * replaces its placeholder in the file.
 */
export const createFileCache = () => {
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
