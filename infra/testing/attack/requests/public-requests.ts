import { randomUUID } from 'node:crypto';
import { createToken, type TokenKind } from '#functions/data/tokens/tokens';
import { testPassword } from '../../stack/test-stack.ts';
import {
  aClass,
  anAddress,
  aSlot,
  child,
  contact,
  emailOf,
  fromAnySource,
  invitationOf,
  nothing,
  type Question,
  type Requests,
} from './question.ts';

const linkToken = async ({ fixtures, named }: Question, kind: TokenKind): Promise<string> => {
  if (named === 'missing') return 'guessed';
  const { family } = await fixtures.newAccount();
  return createToken(fixtures.stack.table, { kind, userId: family.profile.id, now: new Date() });
};

/** Of an address without an account. */
const invitationLink = (question: Question): Promise<string> | string =>
  question.named === 'missing' ? 'guessed' : invitationOf(question, `${randomUUID()}@example.com`);

/** Valid requests of the routes of classes and accounts that need no session. */
export const publicRequests = {
  listClasses: nothing,
  getClass: aClass,
  listTimeSlots: aClass,
  getTimeSlot: aSlot,
  signUp: async (question) => ({
    headers: fromAnySource(),
    body: { ...contact, email: await emailOf(question), password: testPassword, children: [child] },
  }),
  resendVerification: anAddress,
  requestPasswordReset: anAddress,
  verifyEmail: async (question) => ({ body: { token: await linkToken(question, 'verify-email') } }),
  confirmEmail: async (question) => ({
    body: { token: await linkToken(question, 'verify-email'), newPassword: 'football2' },
  }),
  getLinkedAddress: async (question) => ({
    body: { token: await linkToken(question, 'reset-password') },
  }),
  resetPassword: async (question) => ({
    body: { token: await linkToken(question, 'reset-password'), newPassword: 'football2' },
  }),
  getCoachInvitation: async (question) => ({ body: { token: await invitationLink(question) } }),
  acceptCoachInvitation: async (question) => ({
    headers: fromAnySource(),
    body: { ...contact, token: await invitationLink(question), password: testPassword },
  }),
  acceptMyCoachInvitation: async (question) => {
    const { fixtures, name, named } = question;
    const by = await fixtures.another(name);
    const email = named === 'own' ? by.family.profile.email : `${randomUUID()}@example.com`;
    return { by, body: { token: named === 'missing' ? 'guessed' : await invitationOf(question, email) } };
  },
  recoverSecondFactor: async (question) => ({
    headers: fromAnySource(),
    body: {
      email: await emailOf(question),
      password: testPassword,
      recovery_code: 'ABCD-EFGH-JKMN-PQRS',
    },
  }),
  getMySecondFactor: nothing,
  turnOnSecondFactor: async () => ({ body: { code: '000000' } }),
  deleteMyAccount: async ({ fixtures, name }) => ({
    body: { confirmation: 'DELETE' },
    by: await fixtures.another(name),
  }),
} satisfies Requests;
