/** What is noted with an upload for a person to read. */
import { phraseTable } from '../../base/phrases.ts';

export const uploadNoteTexts = {
  sameBytes: 'The same bytes were already on the service, so nothing was uploaded again.',
  switchedOff: 'The version is on the service but was switched off there. Activate it under Apps if needed.',
  decidedAgainst: 'Nobody was told: you decided against it.',
  journalLost:
    'The upload journal was lost, and the service has a version of the same name and size: it is taken for this build, which was not sent again.',
  mayBeThere:
    'The service has versions that may be this build, but does not say enough to tell: number {ids}. Compare them on the service, and upload the build again only if it is none of them.',
  storedTwice:
    'An earlier try seems to have arrived as well, as number {ids} on the service. It was neither activated nor sent, and can be deleted there.',
  replacedMeanwhile:
    'The file was replaced while version {version} was sent: what it held before is on the service as number {id}, and the new file is sent as well.',
  stillNeeded: 'The file was left where it is, because another upload still needs it.',
  notThere: 'The file could not be moved: it is not there any more.',
  another: 'The file was left where it is: it is another one than was uploaded.',
  notMoved: 'The file could not be moved: {reason}',
  notDeleted: 'The file could not be deleted: {reason}',
  storeTellsNobody: 'Nobody is told: the store area does not send builds to people.',
  inactiveTellsNobody: 'Nobody is told: the version stays inactive, and only an active version can be sent.',
  otherSize:
    'The service lists this version with a size of {size}, but the file has {bytes} bytes. Check that it installs.',
} as const;

export const uploadNotes = phraseTable(uploadNoteTexts);
