/** Property list of a provisioning profile that does not expire during tests. */
export const adHocProfile = {
  Name: 'Testers',
  ExpirationDate: new Date('2099-01-31T12:00:00Z'),
  ProvisionedDevices: ['a', 'b', 'c'],
};
