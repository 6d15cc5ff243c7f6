import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { atMost, typedLine } from './values.ts';

const httpsRule = 'Use an address that begins with https://';
const hostRule = 'Use the address of a public website, without a user name and without a port';

const label = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;
const lastLabel = /^(?:[a-z]{2,63}|xn--[a-z\d-]+)$/;

/** Last labels of names that only one network or machine knows. */
const privateEndings: readonly string[] = [
  ...['localhost', 'localdomain', 'local', 'internal', 'intranet', 'private', 'lan', 'home', 'corp'],
  ...['arpa', 'test', 'invalid', 'onion', 'alt'],
];

/** Browsers resolve a host to punycode, and to one writing of an IP. */
const hostOf = (authority: string): string | undefined => {
  const address = `https://${authority}`;
  return URL.canParse(address) ? new URL(address).hostname : undefined;
};

const isPublicHost = (host: string): boolean => {
  const labels = host.split('.');
  const last = labels.at(-1) ?? '';
  return (
    host.length <= 253 &&
    labels.length > 1 &&
    labels.every((part) => label.test(part)) &&
    lastLabel.test(last) &&
    !privateEndings.includes(last)
  );
};

/** Browsers read a backslash as a slash, which would end the authority earlier. */
const linkPieces = (link: string): { readonly authority: string; readonly rest: string } | undefined => {
  const { authority, rest } =
    /^https:\/\/(?<authority>[^/?#\\\s]+)(?<rest>[^\\\s]*)$/i.exec(link)?.groups ?? {};
  return authority && rest !== undefined ? { authority, rest } : undefined;
};

/** A user part, a port and an escaped host hide where a link leads. */
const hasPlainHost = (link: string): boolean => {
  const { authority } = linkPieces(link) ?? {};
  if (!authority || /[@:%[\]]/.test(authority)) return false;
  const host = hostOf(authority);
  return host !== undefined && isPublicHost(host);
};

/** What families read is where they go. */
const withPlainHost = (link: string): string => {
  const { authority, rest } = linkPieces(link) ?? {};
  const host = authority && hasPlainHost(link) ? hostOf(authority) : undefined;
  return host ? `https://${host}${rest}` : link;
};

/** `https` and a public host name without user, address or port (SET-03). Other letters than a to z become punycode. */
export const publicLinkSchema = () =>
  typedLine().check(
    z.regex(/^https:\/\//i, { error: httpsRule, abort: true }),
    z.refine(hasPlainHost, hostRule),
    z.overwrite(withPlainHost),
    atMost(limits.linkLength),
  );

/** What an administrator checks before families see the link; undefined where the host name is clear. */
export const linkWarning = (link: string): string | undefined => {
  const parsed = publicLinkSchema().safeParse(link);
  if (!parsed.success) return undefined;
  const { hostname } = new URL(parsed.data);
  const isEncoded = hostname.split('.').some((part) => part.startsWith('xn--'));
  return isEncoded
    ? `This address has letters that can look like others. It leads to ${hostname}: please check that this is the page you mean.`
    : undefined;
};
