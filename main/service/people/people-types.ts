import type { ImportReport, MemberView, PeopleExport, PeopleView, TeamView } from '../service-view.ts';

/** Calls may throw `service/noPerson`; calls with a name or address also `badName`, `badMember`, `taken`. */
export type PeopleDirectory = {
  /** `ungrouped` has the members without a team. */
  list(): Promise<PeopleView>;
  createTeam(name: string): Promise<TeamView>;
  createMember(member: { readonly email: string; readonly name?: string | null }): Promise<MemberView>;
  addToTeam(memberId: number, teamId: number): Promise<void>;
  removeFromTeam(memberId: number, teamId: number): Promise<void>;
  move(memberId: number, fromTeamId: number, toTeamId: number): Promise<void>;
  renameTeam(id: number, name: string): Promise<void>;
  changeMember(id: number, change: { readonly email?: string; readonly name?: string | null }): Promise<void>;
  /** Members of the team remain in the directory. */
  removeTeam(id: number): Promise<void>;
  /** Replaces a member's teams. `teamIds` must not contain the id of `ungrouped`. */
  setTeams(memberId: number, teamIds: readonly number[]): Promise<void>;
  /** Revokes the member's install links. Version history is kept. */
  removeMember(id: number): Promise<void>;
  /** See `importPeople`. */
  importCsv(file: AsyncIterable<Uint8Array>, options?: ImportOptions): Promise<ImportReport>;
  exportCsv(): Promise<PeopleExport>;
};

export type ImportOptions = {
  readonly dryRun?: boolean;
  /** Stops between two batches; earlier batches remain imported. */
  readonly signal?: AbortSignal;
};
