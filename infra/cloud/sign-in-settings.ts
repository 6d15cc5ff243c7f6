/** How long a sign-in lasts, in the cloud and in the local stack alike. */
export const sessionSettings = {
  /** The API does not learn of a revoked token: a reset or a removal from the group takes effect within this time. */
  accessTokenSeconds: 15 * 60,
  refreshTokenDays: 30,
  /** Rotation: a refresh token is good once. Two tabs may refresh at the same moment, hence the grace. */
  refreshTokenRotationGraceSeconds: 60,
} as const;
