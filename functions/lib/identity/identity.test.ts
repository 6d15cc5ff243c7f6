import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  NotAuthorizedException,
  ResourceNotFoundException,
  TooManyRequestsException,
  UserNotFoundException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { userIdSchema } from '#shared/lib/ids';
import { deleteAuthenticator } from './second-factor.ts';
import { addUser, deleteUser, endSessions, findUser, setEmailVerified, setPassword } from './users.ts';

const cognito = mockClient(CognitoIdentityProviderClient);
// The mock takes the place of the client's send; what else the client has is not used.
const pool = { id: 'pool', client: CognitoIdentityProviderClient.prototype };
const userId = userIdSchema.parse('0f2b7c1e-8f0a-4d5b-9c3d-2e1f0a9b8c7d');

beforeEach(() => cognito.reset());

const meta = { $metadata: {} };
const notFound = new UserNotFoundException({ ...meta, message: 'User does not exist.' });
const noAuthenticator = new ResourceNotFoundException({ ...meta, message: 'No software token' });
const disabled = new NotAuthorizedException({ ...meta, message: 'User is disabled.' });
const throttled = new TooManyRequestsException({ ...meta, message: 'Too many requests' });
const unreachable = new Error('no route to host');

const calls = {
  addUser: () => addUser(pool, { email: 'pat@example.com', password: 'secret' }),
  findUser: () => findUser(pool, 'pat@example.com'),
  setEmailVerified: () => setEmailVerified(pool, { userId, email: 'pat@example.com' }),
  setPassword: () => setPassword(pool, userId, 'secret'),
  endSessions: () => endSessions(pool, userId),
  deleteUser: () => deleteUser(pool, userId),
  deleteAuthenticator: () => deleteAuthenticator(pool, userId),
};

const created = { User: { Attributes: [{ Name: 'sub', Value: userId }] } };

it('adds a user without any message and with no attribute but an unverified email [PRM-17]', async () => {
  cognito.on(AdminCreateUserCommand).resolves(created).on(AdminSetUserPasswordCommand).resolves({});
  expect(await calls.addUser()).toBe(userId);
  expect(cognito.commandCalls(AdminCreateUserCommand).map(({ args }) => args[0].input)).toEqual([
    {
      UserPoolId: 'pool',
      Username: 'pat@example.com',
      MessageAction: 'SUPPRESS',
      UserAttributes: [
        { Name: 'email', Value: 'pat@example.com' },
        { Name: 'email_verified', Value: 'false' },
      ],
    },
  ]);
  expect(cognito.commandCalls(AdminSetUserPasswordCommand)[0]?.args[0].input).toEqual({
    UserPoolId: 'pool',
    Username: userId,
    Password: 'secret',
    Permanent: true,
  });
});

it('adds nobody where the new user was deleted before the password was set', async () => {
  cognito.on(AdminCreateUserCommand).resolves(created).on(AdminSetUserPasswordCommand).rejects(notFound);
  expect(await calls.addUser()).toBeUndefined();
});

it.each([
  ['an address that is taken', new UsernameExistsException({ ...meta, message: '' }), 'addUser', undefined],
  ['an unknown address', notFound, 'findUser', undefined],
  ['no user to verify', notFound, 'setEmailVerified', false],
  ['no user for a password', notFound, 'setPassword', false],
  ['a user who is gone already', notFound, 'deleteUser', undefined],
  ['no user with an authenticator', notFound, 'deleteAuthenticator', undefined],
  ['an authenticator that is gone already', noAuthenticator, 'deleteAuthenticator', undefined],
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
    ['a refusal to verify for another reason', disabled, 'setEmailVerified'],
    ['sessions of a user who is gone', notFound, 'endSessions'],
  ] as const)('%s', async (_, error, name) => {
    cognito.onAnyCommand().rejects(error);
    await expect(calls[name]()).rejects.toBe(error);
  });
});
