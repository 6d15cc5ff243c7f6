import { setTimeout as sleep } from 'node:timers/promises';
import { holderOf, type StoredFamily } from '#functions/accounts/stored-families';
import { randomOf } from '#infra/testing/random';
import type { SampleFamily } from '#infra/testing/samples/samples';
import { bookingSchema } from '#shared/booking/booking';
import { type FamilyId, idempotencyKeySchema } from '#shared/lib/ids';
import { type Api, type School, shownTerms } from './api.ts';
import { files } from './joining.ts';
import type { DeleteRequest, Entry, History, Request } from './requests.ts';
import type { Action } from './workload.ts';

const at = <Item>(list: readonly Item[], index: number): Item => {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('an empty list');
  return found;
};

type Send = (request: Request) => Promise<Entry | undefined>;

interface ActionOptions {
  readonly seed: number;
  readonly school: School;
  readonly families: readonly SampleFamily[];
  readonly newcomers: readonly string[];
  readonly changing: readonly FamilyId[];
  readonly invited: readonly string[];
  /** A family as an administrator sees it, or that with which it was joined. */
  readonly show: (family: FamilyId) => Promise<StoredFamily | undefined>;
}

const createActions = ({ seed, school, families, newcomers, changing, invited, show }: ActionOptions) => {
  const booked: Omit<DeleteRequest, 'kind'>[] = [];
  const imported: { readonly address: string; readonly file: number }[] = [];
  let orders = 0;

  const book = async (action: Action, send: Send): Promise<void> => {
    const { isTrial: is_trial, by } = action;
    const { id: parent, children } = at(families, action.family);
    const { id: slot } = at(school.cls.time_slots, action.slot);
    orders += 1;
    const key = `order-${orders}-of-run-${String(seed).padStart(12, '0')}`;
    const entry = await send({
      ...{ kind: 'book', by, order: orders, idempotencyKey: idempotencyKeySchema.parse(key), slot, parent },
      ...{ child: at(children, action.child).id, is_trial, terms: shownTerms(school, slot, is_trial) },
    });
    if (entry?.answer?.status === 201)
      booked.push({ booking: bookingSchema.parse(entry.answer.body).id, slot });
  };

  /** The holder invites an address and resets its password, while the invited accepts. */
  const invite = async (family: StoredFamily, { choice }: Action, send: Send): Promise<void> => {
    const account = holderOf(family)?.id;
    if (!account) return;
    orders += 1;
    const address = at(invited, orders);
    await send({ kind: 'invite', family: family.id, account, address });
    const accept = () => send({ kind: 'accept', address });
    const reset = () => send({ kind: 'reset', family: family.id, account });
    await (choice % 2 === 0 ? Promise.all([accept(), reset()]) : reset());
    await accept();
  };

  const changeMembers = async (action: Action, send: Send): Promise<void> => {
    const { kind, family: index, child, choice } = action;
    const [shownFamily, other] = await Promise.all([
      show(at(changing, 2 * index + child)),
      show(at(changing, choice)),
    ]);
    if (!shownFamily || !other) return;
    const { id: family, members } = shownFamily;
    if (kind === 'invite') return invite(shownFamily, action, send);
    if (kind === 'make-holder') await send({ kind, family });
    else if (kind === 'join' && other.id !== family) await send({ kind, family, other: other.id });
    else if (kind === 'remove-login' && members.length > 0)
      await send({ kind, family, account: at(members, choice).id });
  };

  return async (action: Action, send: Send): Promise<unknown> => {
    const { kind, choice } = action;
    const chosen = <Item>(list: readonly Item[]): Item | undefined => list[choice % Math.max(1, list.length)];
    switch (kind) {
      case 'book':
        return book(action, send);
      case 'delete': {
        const target = chosen(booked);
        return target && send({ kind, ...target });
      }
      case 'read-slot':
        return send({ kind, slot: at(school.cls.time_slots, action.slot).id });
      case 'import': {
        const row = { address: at(newcomers, action.family), file: choice % files.length };
        imported.push(row);
        return send({ kind, ...row });
      }
      case 'undo': {
        const row = chosen(imported);
        return row && send({ kind, ...row });
      }
      case 'sign-up':
      case 'accept':
        return send({ kind, address: at(newcomers, action.family) });
      default:
        return changeMembers(action, send);
    }
  };
};

export const adultMark = '-adult';

const attempts = 4;

interface ClientOptions extends ActionOptions {
  readonly api: Api;
  readonly history: History;
  readonly runAs: <Result>(actor: string, work: () => Promise<Result>) => Promise<Result>;
  /** Changes a retry. By default it equals the first attempt. */
  readonly retryOf?: (request: Request, attempt: number) => Request;
}

export const createClients = (options: ClientOptions) => {
  const { seed, api, history, runAs, retryOf = (request: Request) => request } = options;
  const abandoned = new Set<Promise<unknown>>();

  const transmit = async (entry: Entry, actor: string): Promise<Entry['answer']> => {
    const network = randomOf(seed, actor, 'network');
    const outcome = network.below(100);
    if (outcome < 3) return undefined;
    const answering = runAs(actor, () => api(entry));
    if (outcome < 7) return answering.then(() => undefined);
    if (outcome >= 11) return answering;
    // The browser gives up, and the function continues.
    const settled = answering.catch(() => undefined).finally(() => abandoned.delete(settled));
    abandoned.add(settled);
    await sleep(1 + network.below(4));
    return undefined;
  };

  /** Sends a request again until the answer is not a failure, as a user presses the button again. */
  const send = async (client: number, actor: string, request: Request): Promise<Entry | undefined> => {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const entry = history.begin(client, attempt === 1 ? request : retryOf(request, attempt));
      const byAdult = 'by' in request && request.by === 'adult' ? adultMark : '';
      history.end(entry, await transmit(entry, `${actor}-${attempt}${byAdult}`));
      if (entry.answer && entry.answer.status < 500) return entry;
      await sleep(randomOf(seed, actor, attempt, 'retry delay').below(3));
    }
    return undefined;
  };

  const act = createActions(options);
  return {
    run: async (client: number, actions: readonly Action[]): Promise<void> => {
      for (const [index, action] of actions.entries()) {
        let sent = 0;
        await act(action, (request) => {
          sent += 1;
          return send(client, `c${client}a${index}r${sent}`, request);
        });
      }
    },
    settle: async (): Promise<void> => {
      while (abandoned.size > 0) await Promise.all(abandoned);
    },
  };
};
