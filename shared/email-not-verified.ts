/**
 * Why the user pool makes no tokens for an account whose email is not verified. The pool's trigger throws it; the pool
 * puts it into the message of its `UserLambdaValidationException`, by which the site recognizes it.
 */
export const emailNotVerifiedRefusal = 'email-not-verified';
