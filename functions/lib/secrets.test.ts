import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createSecretReader } from './secrets.ts';

const minuteMs = 60_000;

it.each([
  ['a secret', '{"key":"k"}', { key: 'k' }],
  ['that there is none', '{}', undefined],
])(
  'keeps %s for minutes, and reads it again sooner where it was refused [CRD-06]',
  async (_, stored, value) => {
    const manager = mockClient(SecretsManagerClient)
      .on(GetSecretValueCommand)
      .resolves({ SecretString: stored });
    let now = 0;
    const reader = createSecretReader('Key', z.object({ key: z.string() }), () => now);
    const readings = async (at: number, wasRefused?: boolean): Promise<number> => {
      now = at;
      expect(await reader.read(wasRefused)).toEqual(value);
      return manager.calls().length;
    };
    expect(await readings(0)).toBe(1);
    expect(await readings(4 * minuteMs)).toBe(1);
    expect(await readings(5 * minuteMs)).toBe(2);
    expect(await readings(5 * minuteMs + 19_000, true)).toBe(2);
    expect(await readings(5 * minuteMs + 20_000, true)).toBe(3);
  },
);
