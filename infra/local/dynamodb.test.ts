import { expect, it, vi } from 'vitest';
import { startDatabase } from './dynamodb.ts';
import { StartError } from './start-error.ts';

// What starting a program that is not there ends in: see child-engine.test.ts.
vi.mock('./child-engine.ts', () => ({
  startChildEngine: () => Promise.reject(new Error('spawn dynoxide ENOENT')),
}));

it('says where to get an engine when there is none', async () => {
  const started = startDatabase();
  await expect(started).rejects.toThrow(StartError);
  await expect(started).rejects.toThrow(/npm install.*PATH.*DYNAMODB_ENDPOINT/);
});
