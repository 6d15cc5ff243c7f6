import { limits } from '#shared/limits';

/** One plain address: no characters that a mail header would parse as a second address, a name or a new line. */
const plainAddress = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u;

export const isPlainAddress = (address: string): boolean =>
  address.length <= limits.emailLength && plainAddress.test(address);

const nameAndAddress = /^(?<name>.*\S)\s*(?<address><[^<>]+>)$/u;
const isAscii = /^[\x20-\x7E]*$/;

/** A sender as SES expects it: a name that is not ASCII becomes an encoded word (RFC 2047). */
export const encodeSender = (sender: string): string => {
  const { name, address } = nameAndAddress.exec(sender)?.groups ?? {};
  if (!name || isAscii.test(name)) return sender;
  return `=?UTF-8?B?${Buffer.from(name).toString('base64')}?= ${address}`;
};
