/** @module-tag exhaustive */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { storeWorld } from '#infra/local/seed/world';
import { type Random, randomFrom } from '#infra/testing/random';
import { repetitions } from '#infra/testing/runner/slowness';
import { sampleMessage } from '#infra/testing/samples/samples';
import { bookedClass } from '#infra/testing/samples/stored';
import { type MessageSystem, messageSteps } from '#infra/testing/services/message-system';
import type { SesOutcome } from '#infra/testing/services/ses';
import { captureLog, startSystem } from '#infra/testing/services/system';
import { type MessageId, type RecipientId, recipientIdSchema } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import type { MessengerDeps } from '../lib/deps.ts';
import { raiseState } from './recipients.ts';

captureLog();
let system: MessageSystem;
beforeAll(async () => {
  system = await startSystem(messageSteps);
});
afterAll(() => system.stop());

const outcomes: readonly SesOutcome[] = ['throttle', 'down', 'reject', 'break-before', 'break-after'];
const noticed = ['accepted', 'delivered', 'bounced'] as const;

const givenMessage = async (families: number) => {
  const world = bookedClass(families, 50);
  await storeWorld(system.table, world);
  const { cls } = world;
  await system.store(sampleMessage({ audience: { kind: 'class', class_id: cls.id } }));
  const message = await system.store(sampleMessage({ audience: { kind: 'class', class_id: cls.id } }));
  return { message, ids: world.families.map(({ profile }) => recipientIdSchema.parse(profile.id)) };
};

/** How many emails of a message to a recipient SES accepted. */
const sentTo = (message: MessageId, recipient: RecipientId | undefined): number =>
  system.mails.filter(
    ({ tags, isAccepted }) => isAccepted && tags.message === message && tags.recipient === recipient,
  ).length;

const never = new Promise<never>(() => {});

/** A run that can be stopped: afterwards its calls never resolve. */
const createDying = ({ chance }: Random) => {
  const dying = new Set<() => void>();
  const answer = (): SesOutcome | Promise<SesOutcome> => {
    if (chance(0.04)) {
      for (const die of dying) die();
      return never;
    }
    return 'accept';
  };
  return {
    answer,
    run: (work: (deps: Pick<MessengerDeps, 'pause'>) => Promise<unknown>) => {
      let isDead = false;
      const pause = async (ms: number) => {
        if (isDead) await never;
        await system.deps.pause(ms);
        if (isDead) await never;
      };
      return Promise.race([
        work({ pause }).catch(() => {}),
        new Promise<void>((resolve) => {
          dying.add(() => {
            isDead = true;
            resolve();
          });
        }),
      ]);
    },
  };
};

const runSeed = async (seed: number) => {
  await system.reset();
  const random = randomFrom(seed);
  const { any, chance } = random;
  const { message, ids } = await givenMessage(5);
  const { answer, run } = createDying(random);
  system.answer(() => (chance(0.25) ? random.pick(outcomes) : answer()));
  const event = async (id: RecipientId | undefined) => {
    const state = random.pick(noticed);
    // Events come about emails that SES accepted.
    const wasSent = sentTo(message.id, id) > 0;
    if (!id || !wasSent) return;
    const at = instantOf(system.now());
    await raiseState(system.table, { messageId: message.id, at }, id, state);
  };
  for (let round = 0; round < 4; round += 1) {
    const records = await system.waiting();
    const deliveries = chance(0.5) ? [records, records] : [records];
    await Promise.all(deliveries.map((batch) => run((deps) => system.deliver(batch.toReversed(), deps))));
    if (chance(0.3)) await run((deps) => system.deliver(records, deps));
    await event(any(ids));
    system.passTime(chance(0.5) ? 30_000 : 300_000);
    await Promise.all([system.tick(), system.tick()]);
  }
  system.answer(() => 'accept');
  for (let round = 0; round < 4; round += 1) {
    system.passTime(300_000);
    await system.tick();
    await system.settle();
  }
  return { message, ids };
};

it('loses and doubles no email, although SES throttles, runs are interrupted and overlap, and records are repeated [MSG-03, JOB-03]', async () => {
  for (let seed = 1; seed <= repetitions(1_000); seed += 1) {
    const { message, ids } = await runSeed(seed);
    const states = await system.statesOf(message.id);
    expect(Object.keys(states).toSorted(), `seed ${seed}`).toEqual(ids.toSorted());
    for (const id of ids) {
      const sent = sentTo(message.id, id);
      const state = states[id] ?? '';
      const allowed =
        sent === 0
          ? ['unknown', 'held-back']
          : sent === 1
            ? ['unknown', 'accepted', 'delivered', 'bounced']
            : [];
      expect(allowed, `seed ${seed}: ${sent} emails, ${state}`).toContain(state);
    }
    const stored = (await system.items()).filter(({ entity }) => entity === 'message');
    expect(
      stored.map(({ state }) => state),
      `seed ${seed}`,
    ).toEqual(['done', 'done']);
  }
});
