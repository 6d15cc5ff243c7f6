export const demoAccounts = {
  admin: 'admin@ballerz.example',
  coach: 'coach@ballerz.example',
  parent: 'parent@ballerz.example',
  newParent: 'newparent@ballerz.example',
} as const;

export const demoPassword = 'football1';
