import type { SignInOutcome } from './amplify.ts';

/** What to say beside the code of a refused sign-in; undefined where the code is not the reason. */
export const codeProblem = ({ status }: SignInOutcome): string | undefined => {
  switch (status) {
    case 'wrongCode':
      return 'This code is not right. Please enter the one that your app shows now';
    case 'usedCode':
      return 'This code was used already. Please wait for the next one, at most 30 seconds';
    default:
      return undefined;
  }
};
