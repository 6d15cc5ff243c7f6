/**
 * Replaces the SDK's search for credentials (profiles, single sign-on, instance metadata, web identity): Lambda passes
 * them as environment variables. Every bundle is a third smaller without the search.
 */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';
