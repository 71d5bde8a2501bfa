/** What is said of the texts a person edits: a mapping file, and a message before it is sent. Pure. */
import { sentenceTable } from '../../base/sentences.ts';

type Property = { readonly property: string };
type Sent = { readonly path: string; readonly text: string };

export const mappingWords = sentenceTable('mapping', {
  // What is no JSON
  afterEnd: () => 'Something follows the end of the JSON. Remove it.',
  tooDeep: () => 'It is nested too deeply.',
  endsEarly: () => 'The text ends early; a value is missing.',
  nameExpected: () => 'A name in double quotes is expected here.',
  colonExpected: () => 'A colon is expected after the name.',
  commaInObject: () => 'A comma or } is expected in this object.',
  commaInArray: () => 'A comma or ] is expected in this array.',
  commaBeforeBrace: () => 'Remove the comma before }.',
  commaBeforeBracket: () => 'Remove the comma before ].',
  quotesOpen: () => 'The text in quotes is not closed.',
  wrongBackslash: () => 'A backslash here stands before a wrong letter.',
  valueExpected: () =>
    'Text, a number, true, false, null, { or [ is expected here. Text stands in double quotes.',
  // What is no mapping file
  keyNoText: () => 'The name of a key must be text in double quotes.',
  keyEmpty: () => 'The name of the key is empty. Enter the name under which the value arrives.',
  notificationNoObject: () => '"notification" must be an object of properties and key names.',
  wrongVersion: (p: { version: string }) => `"configuration_version" must be the text "${p.version}".`,
  noMapping: () => 'This is not a mapping file: it must hold one JSON object with "notification" in it.',
  // Older forms
  dataPaths: () =>
    'This is the oldest form of the file, without "notification": each property leads to its key through "data". It is read as version 2 with the innermost names as keys.',
  channelsApart: () =>
    'This is the older form of the file, without "configuration_version" and with the keys of the channel under "v21". It is read as version 2.',
  noVersion: () =>
    'This is an older form of the file, without "configuration_version". It is read as version 2.',
  olderVersion: (p: { version: string }) =>
    `"configuration_version" is "${p.version}", so this is an older form of the file. It is read as version 2.`,
  moves: (p: { names: readonly string[] }) =>
    `Converting it to version 2 moves keys: senders must then use ${p.names.join(', ')}.`,
  // What is worth a look
  givenTwice: (p: { name: string }) => `"${p.name}" is given twice; the last one counts.`,
  unknownProperty: (p: Property) =>
    `"${p.property}" is not a property of a notification; the handler ignores it.`,
  leadsNowhere: (p: Property) => `"${p.property}" leads to no name of a key, so it maps nothing.`,
  leadsToEmpty: (p: Property) => `"${p.property}" leads to a name that is empty, so it maps nothing.`,
  sameKey: (p: Property & { other: string; key: string }) =>
    `"${p.property}" and "${p.other}" are both taken from the key "${p.key}".`,
  sameKeyApart: (p: Property & { other: string; key: string }) =>
    `"${p.property}" and "${p.other}" have the key "${p.key}" in different places. Give one of them another key before you convert the file.`,
  // Why a message cannot be sent: the middle of a sentence
  messageNoObject: () => 'it is no JSON object',
  messageNoData: () => 'it has no object “data”',
  messageNoNotification: () => 'it has no object “data.notification”',
  targetMissing: () => '“to” must be a device token or a topic',
  targetWithSpace: () => '“to” holds white space, which no token and no topic has',
  topicName: () => 'the name of the topic may hold only letters, digits and - . _ ~ %',
  // What was changed in a message
  leftOut: (p: { path: string }) => `${p.path} is null and left out.`,
  sentList: (p: Sent) => `${p.path} was a list and is sent as the text ${p.text}.`,
  sentObject: (p: Sent) => `${p.path} was an object and is sent as the text ${p.text}.`,
  sentNumber: (p: Sent) => `${p.path} was a number and is sent as the text ${p.text}.`,
  sentBoolean: (p: Sent) => `${p.path} was a boolean and is sent as the text ${p.text}.`,
  notSent: (p: { names: readonly string[] }) =>
    `${p.names.map((name) => `“${name}”`).join(', ')} beside “to” and “data” is not sent.`,
  tooLarge: (p: { bytes: number; most: number }) =>
    `The data has ${p.bytes} bytes; providers refuse more than ${p.most}.`,
  // Why a service account cannot be used: the middle of a sentence
  accountNoJson: () => 'it is no JSON',
  accountNoObject: () => 'the whole of it is no JSON object',
  accountIncomplete: (p: { names: readonly string[] }) =>
    `these are missing or wrong in it: ${p.names.join(', ')}`,
  accountWrongKey: () => 'its private_key is no key in PEM form',
});
