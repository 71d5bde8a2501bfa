/** Name of the Google Cloud API key in the secret store. */
export const registrationKey = 'registration/key';
