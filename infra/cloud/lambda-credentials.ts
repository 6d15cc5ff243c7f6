/**
 * Stands in for the SDK's search for credentials (profiles, single sign-on, instance metadata, web identity): Lambda
 * gives them as environment variables. Every bundle is a third smaller without the search.
 */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';
