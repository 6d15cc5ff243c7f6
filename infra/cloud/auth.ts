import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import {
  AccountRecovery,
  ClientAttributes,
  FeaturePlan,
  LambdaVersion,
  Mfa,
  UserPool,
  UserPoolClient,
  UserPoolGroup,
  UserPoolOperation,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { tokensRefused } from '#functions/lib/log';
import { limits } from '#shared/limits';
import { grantedRoles } from '#shared/roles';
import { rolesWithSecondFactor, type SecondFactorSetting } from '../settings/settings-schema.ts';
import { ServiceFunction } from './service-function.ts';
import { sessionSettings } from './service-settings.ts';

/** Credentials and the group of administrators. All other data of a person is in the table. */
export class Auth extends Construct {
  readonly userPool: UserPool;
  readonly client: UserPoolClient;
  readonly pretoken: ServiceFunction;
  /** Origin that browsers call to sign in. */
  readonly endpoint: string;

  constructor(
    scope: Construct,
    id: string,
    { secondFactor }: { readonly secondFactor: SecondFactorSetting },
  ) {
    super(scope, id);
    this.userPool = new UserPool(this, 'UserPool', {
      signInAliases: { email: true },
      signInCaseSensitive: false,
      // Cognito's public SignUp would tell anyone whether an address is registered. The account service creates users.
      selfSignUpEnabled: false,
      // Cognito sends no mail: the account service sends links for verification and reset.
      autoVerify: { email: false },
      accountRecovery: AccountRecovery.NONE,
      // Access tokens with other groups and claims need this plan.
      featurePlan: FeaturePlan.ESSENTIALS,
      // Each role's rule is pretoken's: the pool cannot require a second factor of some users only.
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      passwordPolicy: {
        minLength: limits.passwordMinLength,
        requireLowercase: false,
        requireUppercase: false,
        requireDigits: false,
        requireSymbols: false,
      },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    Validations.of(this.userPool).acknowledge(
      { id: 'AwsSolutions-COG1', reason: 'The product asks for 6 characters and no more (API-31).' },
      {
        id: 'AwsSolutions-COG2',
        reason: 'Parents who book a class need no second factor; pretoken requires it of administrators.',
      },
      ...['AwsSolutions-COG3', 'AwsSolutions-COG8'].map((id) => ({
        id,
        reason:
          'Threat protection is of the Plus plan, paid per user; Cognito locks out repeated failures anyway.',
      })),
    );
    // Cognito waits 5 seconds for a trigger.
    this.pretoken = new ServiceFunction(this, 'pretoken', {
      timeout: Duration.seconds(5),
      expectedErrorEvent: tokensRefused,
    });
    this.pretoken.provide({ SECOND_FACTOR_ROLES: JSON.stringify(rolesWithSecondFactor(secondFactor)) });
    // The first version of the event reaches the identity token only.
    this.userPool.addTrigger(
      UserPoolOperation.PRE_TOKEN_GENERATION_CONFIG,
      this.pretoken.live,
      LambdaVersion.V2_0,
    );
    // A policy of its own: the pool needs the function, which needs its role, which would need the pool.
    this.pretoken.allowLater(this, 'PretokenReadsUsers', {
      actions: ['cognito-idp:AdminGetUser'],
      resources: [this.userPool.userPoolArn],
    });
    for (const role of grantedRoles) {
      const group = new UserPoolGroup(this, `Group-${role}`, { userPool: this.userPool, groupName: role });
      // A group that is deleted takes its members along, and nobody would be an administrator. One that a failed deployment
      // has just created has none, and would stop the next deployment by its name.
      group.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
    }
    this.client = new UserPoolClient(this, 'SiteClient', {
      userPool: this.userPool,
      generateSecret: false,
      disableOAuth: true,
      // By password for the account function alone, which checks it with a recovery code: this flow needs IAM.
      authFlows: { userSrp: true, adminUserPassword: true },
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.seconds(sessionSettings.accessTokenSeconds),
      idTokenValidity: Duration.seconds(sessionSettings.accessTokenSeconds),
      refreshTokenValidity: Duration.days(sessionSettings.refreshTokenDays),
      refreshTokenRotationGracePeriod: Duration.seconds(sessionSettings.refreshTokenRotationGraceSeconds),
      readAttributes: new ClientAttributes().withStandardAttributes({ email: true, emailVerified: true }),
      // Without a list users could write every attribute, the email included. Nothing reads the locale.
      writeAttributes: new ClientAttributes().withStandardAttributes({ locale: true }),
    });
    this.endpoint = `https://cognito-idp.${Stack.of(this).region}.amazonaws.com`;
  }

  /** Creates, verifies and deletes accounts, sets passwords, and gives invited coaches their group. */
  grantAccounts(fn: ServiceFunction): void {
    fn.allow({
      actions: [
        'cognito-idp:AdminAddUserToGroup',
        'cognito-idp:AdminCreateUser',
        'cognito-idp:AdminDeleteUser',
        'cognito-idp:AdminGetUser',
        'cognito-idp:AdminInitiateAuth',
        'cognito-idp:AdminSetUserMFAPreference',
        'cognito-idp:AdminSetUserPassword',
        'cognito-idp:AdminUpdateUserAttributes',
        'cognito-idp:AdminUserGlobalSignOut',
      ],
      resources: [this.userPool.userPoolArn],
    });
    this.#grantDeletionOfAuthenticators(fn);
    fn.provide({
      USER_POOL_ID: this.userPool.userPoolId,
      USER_POOL_CLIENT_ID: this.client.userPoolClientId,
    });
  }

  grantAdmins(fn: ServiceFunction): void {
    fn.allow({
      actions: [
        'cognito-idp:AdminAddUserToGroup',
        'cognito-idp:AdminDeleteUser',
        'cognito-idp:AdminRemoveUserFromGroup',
        'cognito-idp:AdminUserGlobalSignOut',
      ],
      resources: [this.userPool.userPoolArn],
    });
    this.#grantDeletionOfAuthenticators(fn);
    fn.provide({ USER_POOL_ID: this.userPool.userPoolId });
  }

  /** The action is of August 2026. */
  #grantDeletionOfAuthenticators(fn: ServiceFunction): void {
    fn.allowNewAction({
      actions: ['cognito-idp:AdminDeleteSoftwareToken'],
      resources: [this.userPool.userPoolArn],
    });
  }
}
