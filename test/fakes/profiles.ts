/** Property list of a provisioning profile that ends long after any clock of a test. */
export const adHocProfile = {
  Name: 'Testers',
  ExpirationDate: new Date('2099-01-31T12:00:00Z'),
  ProvisionedDevices: ['a', 'b', 'c'],
};
