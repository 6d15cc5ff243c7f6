import { createHmac } from 'node:crypto';
import { userIdSchema } from '#shared/schemas/ids';
import type { LogFields } from '../../log.ts';
import type { ApiEvent } from './create-handler.ts';
import { sourceIpOf } from './source-ip.ts';
import { sourceNetworkOf } from './source-network.ts';

/**
 * What a log may hold of the caller of a refused request: the account's id, or a keyed hash of the network, so that the
 * requests of one attacker can be found without the address.
 */
export const describeCaller = (event: ApiEvent, originKey: string | undefined): LogFields => {
  const { sub } = Object(event.requestContext.authorizer?.jwt?.claims);
  const user = userIdSchema.safeParse(sub);
  if (user.success) return { user: user.data };
  // Without a key the few possible addresses of a hash could be tried.
  if (!originKey) return {};
  const { network } = sourceNetworkOf(sourceIpOf(event, originKey));
  const hash = createHmac('sha256', originKey).update(network).digest('base64url');
  return { source: hash.slice(0, 16) };
};
