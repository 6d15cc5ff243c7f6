import { limits } from '#shared/limits';

/** One plain address: nothing that a mail header would read as a second one, a name or a new line. */
const plainAddress = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u;

export const isPlainAddress = (address: string): boolean =>
  address.length <= limits.emailLength && plainAddress.test(address);

const nameAndAddress = /^(?<name>.*\S)\s*(?<address><[^<>]+>)$/u;
const isAscii = /^[\x20-\x7E]*$/;

/** A sender as SES takes it: a name beyond ASCII as an encoded word (RFC 2047), all else as it is. */
export const encodeSender = (sender: string): string => {
  const { name, address } = nameAndAddress.exec(sender)?.groups ?? {};
  if (!name || isAscii.test(name)) return sender;
  return `=?UTF-8?B?${Buffer.from(name).toString('base64')}?= ${address}`;
};
