import { join } from 'node:path';
import { CognitoError, UnsupportedError } from 'cognito-local/lib/errors.js';
import { Hono } from 'hono';
import { type Clock, systemClock } from '#functions/lib/clock';
import { sessionSettings } from '#infra/cloud/service-settings';
import { createAuthorizer } from '../api-gateway/authorizer.ts';
import type { PreTokenHandler } from '../handlers.ts';
import { publicOperations } from '../roles/iam.ts';
import { missingSignature } from './errors.ts';
import { createOperations } from './operations.ts';
import { createServices, ensureUserPool, type UserPoolNames } from './services.ts';
import { createTokenGenerator, openSigningKey } from './sessions.ts';
import { createAuthenticators } from './software-tokens.ts';

export interface CognitoOptions extends UserPoolNames {
  readonly dataDir: string;
  readonly endpoint: string;
  readonly tokenLifetimeSeconds?: number;
  readonly clock?: Clock;
  readonly pretoken: () => Promise<PreTokenHandler>;
}

const checkCaller = (operation: string, authorization: string | undefined): void => {
  if (publicOperations.has(operation) || authorization?.startsWith('AWS4-HMAC-SHA256 ')) return;
  throw missingSignature();
};

const serialize = (output: unknown): string =>
  JSON.stringify(output, function replace(this: Record<string, unknown>, key, value) {
    const original = this[key];
    return original instanceof Date ? Math.floor(original.getTime() / 1_000) : value;
  });

export const createCognitoGateway = async ({
  dataDir,
  endpoint,
  tokenLifetimeSeconds = sessionSettings.accessTokenSeconds,
  clock = systemClock,
  pretoken,
  ...names
}: CognitoOptions) => {
  const key = await openSigningKey(join(dataDir, 'signing-key.pem'));
  const issuer = `${endpoint}/${names.userPoolId}`;
  const { userPoolId } = names;
  const tokenOptions = { userPoolId, issuer, key, lifetimeSeconds: tokenLifetimeSeconds, clock, pretoken };
  const tokens = createTokenGenerator(tokenOptions);
  const services = await createServices(join(dataDir, 'pools'), tokens, clock);
  const isNew = await ensureUserPool(services, names);
  const run = createOperations(services, {
    userPoolId,
    claimsOf: createAuthorizer({ issuer, clientId: names.clientId, jwks: key.jwks, clock }),
    clock,
  });

  const app = new Hono()
    .get('/:userPoolId/.well-known/jwks.json', (c) => c.json(key.jwks))
    .post('/', async (c) => {
      const operation = c.req.header('x-amz-target')?.split('.')[1] ?? '';
      c.header('content-type', 'application/x-amz-json-1.1');
      try {
        checkCaller(operation, c.req.header('authorization'));
        return c.body(serialize(await run(operation, await c.req.json())));
      } catch (error) {
        const isUnsupported = error instanceof UnsupportedError;
        if (!(isUnsupported || error instanceof CognitoError)) throw error;
        const __type = isUnsupported ? 'UnsupportedOperationException' : error.code;
        return c.body(serialize({ __type, message: error.message }), 400);
      }
    });
  const authenticators = createAuthenticators(services, userPoolId, clock);
  return { app, issuer, jwks: key.jwks, authenticators, isNew };
};
