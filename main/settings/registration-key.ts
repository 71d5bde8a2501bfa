/** Name of the API key of a Google Cloud project in the secret store. */
export const registrationKey = 'registration/key';
