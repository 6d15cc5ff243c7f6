/**
 * Whether a class may have a picture at this address. The content security policy allows pictures of these hosts only: to
 * any other host an injected script could send a token as part of a picture's address.
 */
export const isPictureAllowed = (address: string, hosts: readonly string[]): boolean =>
  URL.canParse(address) && hosts.includes(new URL(address).host);

/** Says which pictures a class may have. */
export const pictureHostsText = (hosts: readonly string[]): string =>
  hosts.length > 0
    ? `Use a picture on ${hosts.join(' or ')}`
    : 'Leave this empty: no host for pictures is set up';
