import type { ImportReport, MemberView, PeopleExport, PeopleView, TeamView } from '../service-view.ts';

/**
 * The directory of the service: who can be sent to. Every call may throw `service/noPerson`; the ones that give a name
 * or an address also `service/badName`, `badMember` and `taken`.
 */
export type PeopleDirectory = {
  /** Teams and members as they are; members in no team are those of `ungrouped`. */
  list(): Promise<PeopleView>;
  createTeam(name: string): Promise<TeamView>;
  createMember(member: { readonly email: string; readonly name?: string | null }): Promise<MemberView>;
  addToTeam(memberId: number, teamId: number): Promise<void>;
  removeFromTeam(memberId: number, teamId: number): Promise<void>;
  /** Out of one team and into another. */
  move(memberId: number, fromTeamId: number, toTeamId: number): Promise<void>;
  renameTeam(id: number, name: string): Promise<void>;
  changeMember(id: number, change: { readonly email?: string; readonly name?: string | null }): Promise<void>;
  /** Its members stay members. */
  removeTeam(id: number): Promise<void>;
  /** Puts a member into exactly these teams; the ungrouped one does not count. */
  setTeams(memberId: number, teamIds: readonly number[]): Promise<void>;
  /** Their install links end; what they were sent stays in the history of the versions. */
  removeMember(id: number): Promise<void>;
  /**
   * Adds the people of a CSV file; gives what became of each line. A line that cannot be used holds up no other. Throws
   * `service/badCsv` for a file that cannot be read as a whole; then nobody was added.
   */
  importCsv(file: AsyncIterable<Uint8Array>, options?: ImportOptions): Promise<ImportReport>;
  /** Everybody, in the rows and as the text `importCsv` reads back. */
  exportCsv(): Promise<PeopleExport>;
};

export type ImportOptions = {
  /** Says what would become of each line and changes nothing. */
  readonly dryRun?: boolean;
  /** Stops between two batches of lines; those before it stay. */
  readonly signal?: AbortSignal;
};
