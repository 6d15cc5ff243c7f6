/** Demo accounts of the sample data. All sample accounts share one password. */
export const demoAccounts = {
  admin: 'admin@ballerz.example',
  coach: 'coach@ballerz.example',
  parent: 'parent@ballerz.example',
  /** A parent who has not added any child yet. */
  newParent: 'newparent@ballerz.example',
} as const;

export const demoPassword = 'football1';
