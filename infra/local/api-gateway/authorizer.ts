import { JwtRsaVerifier } from 'aws-jwt-verify';
import type { Jwks } from 'aws-jwt-verify/jwk';
import type { JwtPayload } from 'aws-jwt-verify/jwt-model';
import { type Clock, systemClock } from '#functions/lib/clock';

export interface AuthorizerOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly jwks: Jwks;
  readonly clock?: Clock;
}

const toText = (claim: unknown): string => (Array.isArray(claim) ? `[${claim.join(' ')}]` : String(claim));

/** The claims of a token as API Gateway passes them on: every claim as text, a list as `[a b]`. */
export const claimsAsText = (claims: object): Record<string, string> =>
  Object.fromEntries(Object.entries(claims).map(([name, claim]) => [name, toText(claim)]));

const isForClient = (clientId: string, { aud, client_id }: JwtPayload): boolean =>
  aud === undefined ? client_id === clientId : [aud].flat().includes(clientId);

/** Checks signature, issuer, client, expiry and `nbf`, but not the kind of token, like API Gateway's JWT authorizer. */
export const createAuthorizer = ({ issuer, clientId, jwks, clock = systemClock }: AuthorizerOptions) => {
  // The verifier knows the machine's clock alone, so that it leaves the expiry to this function.
  const verifier = JwtRsaVerifier.create({ issuer, audience: null, graceSeconds: Number.POSITIVE_INFINITY });
  verifier.cacheJwks(jwks);
  /** A clock that is moved ends no session: a token expires when it is old by this clock and by the machine's. */
  const isExpired = ({ exp = 0 }: JwtPayload): boolean =>
    exp * 1_000 < Math.min(clock().getTime(), Date.now());
  const isTooEarly = ({ nbf = 0 }: JwtPayload): boolean =>
    nbf * 1_000 > Math.max(clock().getTime(), Date.now());

  return (authorization: string | undefined): Record<string, string> | undefined => {
    const token = authorization?.replace(/^Bearer /i, '');
    if (!token) return undefined;
    try {
      const payload = verifier.verifySync(token);
      if (isExpired(payload) || isTooEarly(payload) || !isForClient(clientId, payload)) return undefined;
      return claimsAsText(payload);
    } catch {
      return undefined;
    }
  };
};
