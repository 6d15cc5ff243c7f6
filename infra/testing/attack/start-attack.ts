import { afterAll } from 'vitest';
import { keyText } from '#functions/lib/dynamo/items';
import { keysOf, removeAllBut, startAttackStack } from './attack-stack.ts';
import { createFixtures } from './fixtures.ts';

/** The attacked stack of a test file, with what removes all that its tests stored: a small table is read quickly. */
export const startAttack = async () => {
  const stack = await startAttackStack();
  afterAll(() => stack.stop());
  const fixtures = await createFixtures(stack);
  const initialKeys = new Set((await keysOf(stack)).map(keyText));
  return { stack, fixtures, clear: () => removeAllBut(stack, initialKeys) };
};
