import { createHash } from 'node:crypto';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

/** Whether `If-None-Match` names an ETag (RFC 9110, 13.1.2: a weak comparison). */
const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*');

interface FileAnswer {
  readonly text: string;
  readonly mediaType: string;
  readonly cacheControl: string;
  /** The header of the request. */
  readonly ifNoneMatch: string | undefined;
}

/** The answer with a file; without its text where the client has this very text. */
export const answerWithFile = ({
  text,
  mediaType,
  cacheControl,
  ifNoneMatch,
}: FileAnswer): APIGatewayProxyStructuredResultV2 => {
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  const headers = { 'cache-control': cacheControl, etag };
  if (matches(ifNoneMatch, etag)) return { statusCode: 304, headers };
  return { statusCode: 200, headers: { ...headers, 'content-type': mediaType }, body: text };
};
