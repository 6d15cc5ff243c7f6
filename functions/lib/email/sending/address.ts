import { limits } from '#shared/limits';

/** One plain address: no characters that a mail header would parse as a second address, a name or a new line. */
const plainAddress = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u;

export const isPlainAddress = (address: string): boolean =>
  address.length <= limits.emailLength && plainAddress.test(address);

const nameAndAddress = /^(?<name>.*\S)\s*<(?<address>[^<>]+)>$/u;

/** The name and the address of a sender in the form `Name <address>` or `address`. */
export const parseSender = (sender: string): { readonly name: string; readonly address: string } => {
  const { name = '', address = sender } = nameAndAddress.exec(sender)?.groups ?? {};
  return { name, address };
};
