import {
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  NotAuthorizedException,
  SignUpCommand,
  TooManyRequestsException,
  UserNotFoundException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { userIdSchema } from '#shared/schemas/ids';
import { confirmUser } from './confirm-user.ts';
import { deleteUser } from './delete-user.ts';
import { endSessions } from './end-sessions.ts';
import { findUser } from './find-user.ts';
import { setPassword } from './set-password.ts';
import { signUpUser } from './sign-up-user.ts';

const cognito = mockClient(CognitoIdentityProviderClient);
// The mock takes the place of the client's send; what else the client has is not used.
const pool = { id: 'pool', clientId: 'client', client: CognitoIdentityProviderClient.prototype };
const userId = userIdSchema.parse('0f2b7c1e-8f0a-4d5b-9c3d-2e1f0a9b8c7d');

beforeEach(() => cognito.reset());

const meta = { $metadata: {} };
const notFound = new UserNotFoundException({ ...meta, message: 'User does not exist.' });
const confirmed = new NotAuthorizedException({
  ...meta,
  message: 'User cannot be confirmed. Current status is CONFIRMED',
});
const disabled = new NotAuthorizedException({ ...meta, message: 'User is disabled.' });
const throttled = new TooManyRequestsException({ ...meta, message: 'Too many requests' });
const unreachable = new Error('no route to host');

const calls = {
  signUpUser: () => signUpUser(pool, { email: 'pat@example.com', password: 'secret' }),
  findUser: () => findUser(pool, 'pat@example.com'),
  confirmUser: () => confirmUser(pool, userId),
  setPassword: () => setPassword(pool, userId, 'secret'),
  endSessions: () => endSessions(pool, userId),
  deleteUser: () => deleteUser(pool, userId),
};

it('signs up by email and password alone: no attribute could carry a role [PRM-17]', async () => {
  cognito.on(SignUpCommand).resolves({ UserSub: userId });
  expect(await calls.signUpUser()).toBe(userId);
  expect(cognito.commandCalls(SignUpCommand).map(({ args }) => args[0].input)).toEqual([
    { ClientId: 'client', Username: 'pat@example.com', Password: 'secret' },
  ]);
});

it('finds the id of a user', async () => {
  cognito.on(AdminGetUserCommand).resolves({
    UserAttributes: [
      { Name: 'email', Value: 'pat@example.com' },
      { Name: 'sub', Value: userId },
    ],
  });
  expect(await calls.findUser()).toBe(userId);
});

it('sets a password for good, so that no other has to be chosen at the next sign-in', async () => {
  cognito.on(AdminSetUserPasswordCommand).resolves({});
  expect(await calls.setPassword()).toBe(true);
  expect(cognito.commandCalls(AdminSetUserPasswordCommand)[0]?.args[0].input).toMatchObject({
    Permanent: true,
  });
});

it.each([
  [
    'an address that is taken',
    new UsernameExistsException({ ...meta, message: '' }),
    'signUpUser',
    undefined,
  ],
  ['an unknown address', notFound, 'findUser', undefined],
  ['a user who may sign in already', confirmed, 'confirmUser', true],
  ['no user to confirm', notFound, 'confirmUser', false],
  ['no user for a password', notFound, 'setPassword', false],
  ['a user who is gone already', notFound, 'deleteUser', undefined],
] as const)('takes %s for an answer', async (_, error, name, answer) => {
  cognito.onAnyCommand().rejects(error);
  expect(await calls[name]()).toBe(answer);
});

describe('everything else stays loud', () => {
  it.each(Object.entries(calls))('%s', async (_, call) => {
    for (const error of [throttled, unreachable]) {
      cognito.onAnyCommand().rejects(error);
      await expect(call()).rejects.toBe(error);
    }
  });

  it.each([
    ['a refusal to confirm for another reason', disabled, 'confirmUser'],
    ['sessions of a user who is gone', notFound, 'endSessions'],
  ] as const)('%s', async (_, error, name) => {
    cognito.onAnyCommand().rejects(error);
    await expect(calls[name]()).rejects.toBe(error);
  });
});
