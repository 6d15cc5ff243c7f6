import type { BrowserContext, ConsoleMessage, Request, WebError } from 'playwright-core';
import { expect } from 'vitest';

/** How the guard words a request that the server refused. */
export const answered = (status: number): RegExp =>
  new RegExp(`the server responded with a status of ${status} `);

/** How the guard words a request that got no answer. */
export const noAnswer = /net::ERR_(?!ABORTED)/;

/** Amplify remarks that the user pool is not the cloud's, which is so on this one machine only. */
const ofTheLocalStack = /You are using a custom .*Cognito User Pool endpoint/;

/**
 * Writes down everything that a healthy page never does: errors and warnings in the console (a violated
 * Content-Security-Policy and a refused request are among them), exceptions nobody caught, requests without an answer.
 * @returns the check for the end of a test, which ends the watch: nothing happened but the expected, and all that was expected did happen
 */
export const watchForProblems = (context: BrowserContext, expected: readonly RegExp[]): (() => void) => {
  const problems: string[] = [];
  const noteMessage = (message: ConsoleMessage) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (ofTheLocalStack.test(message.text())) return;
    problems.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  };
  const noteError = (webError: WebError) => problems.push(`page error: ${webError.error().message}`);
  const noteFailure = (request: Request) => {
    const reason = request.failure()?.errorText;
    // The page's own decision: a screen was left while its data was on the way.
    if (reason === 'net::ERR_ABORTED') return;
    problems.push(`request failed: ${request.method()} ${request.url()} ${reason}`);
  };
  context.on('console', noteMessage);
  context.on('weberror', noteError);
  context.on('requestfailed', noteFailure);
  return () => {
    context.off('console', noteMessage);
    context.off('weberror', noteError);
    context.off('requestfailed', noteFailure);
    const unexpected = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)));
    expect(unexpected, 'problems that the test did not expect').toEqual([]);
    const missing = expected.filter((pattern) => !problems.some((problem) => pattern.test(problem)));
    expect(missing, 'problems that the test expected').toEqual([]);
  };
};
