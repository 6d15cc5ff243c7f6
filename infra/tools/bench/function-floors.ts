/** Code that loads an AWS client and what every use of it needs, by the client's package. */
const clientCode: Readonly<Record<string, string>> = {
  '@aws-sdk/client-dynamodb': `
    import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
    import * as document from '@aws-sdk/lib-dynamodb';
    export { document };
    export const dynamodb = document.DynamoDBDocumentClient.from(new DynamoDBClient({}));`,
  '@aws-sdk/client-ses': `
    import { SESClient } from '@aws-sdk/client-ses';
    export { SendRawEmailCommand } from '@aws-sdk/client-ses';
    export const ses = new SESClient({});`,
  '@aws-sdk/client-cognito-identity-provider': `
    import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
    export { AdminCreateUserCommand } from '@aws-sdk/client-cognito-identity-provider';
    export const pool = new CognitoIdentityProviderClient({});`,
};

/**
 * A handler that only loads AWS clients: a function that uses them cannot be smaller.
 * @throws Error for a client that has no code here yet
 */
export const floorOf = (clients: readonly string[]): string => {
  const parts = clients.map((client) => {
    const code = clientCode[client];
    if (!code) throw new Error(`There is no floor for ${client}`);
    return code;
  });
  return [...parts, 'export const handler = async () => ({ statusCode: 204 });'].join('\n');
};
