// What the API tells of the graph.

export interface Named { id: string; name: string }
export interface Entity extends Named { kind: string; mentions: number }
export interface Statement {
  id: string;
  fact: string;
  relation: string;
  subject: Named;
  object: { id: string | null; name: string };
  validAt: string | null;
  invalidAt: string | null;
  isEvent: boolean;
  precision: string | null;
  episodeUUIDs: string[];
}
/** Two that texts name together without a statement between them. */
export interface Together { from: string; to: string; passages: number }
export interface Drawn { clusters: { name: string; entities: Entity[] }[]; statements: Statement[]; together?: Together[] }
export interface Naming { id: string; text: string; referenceTime: string }

/** The graph through all of time: what held on a day is for the picture to show. */
export function overview(space: string, limit: number): Promise<Drawn> {
  return get(`/api/v1/graph/overview?${new URLSearchParams({ spaceId: space, limit: String(limit), together: 'true' })}`);
}

/** Whom this names, of all of the space, the most mentioned first. */
export async function called(space: string, name: string, limit: number): Promise<Entity[]> {
  return (await get<{ entities: Entity[] }>(`/api/v1/entities?${new URLSearchParams({ spaceId: space, query: name, limit: String(limit) })}`)).entities;
}

export async function entityOf(id: string): Promise<Entity> {
  return (await get<{ entity: Entity }>(`/api/v1/entities/${encodeURIComponent(id)}`)).entity;
}

export function neighbours(id: string): Promise<{ entities: Entity[]; statements: Statement[] }> {
  return get(`/api/v1/entities/${id}/neighbors?depth=1&limit=150`);
}

export async function factsOf(id: string): Promise<Statement[]> {
  return (await get<{ statements: Statement[] }>(`/api/v1/entities/${id}/statements?limit=40`)).statements;
}

export async function episodesOf(id: string): Promise<Naming[]> {
  return (await get<{ episodes: Naming[] }>(`/api/v1/entities/${id}/episodes?limit=3`)).episodes;
}

async function get<T>(path: string): Promise<T> {
  const reply = await fetch(path);
  if (reply.status === 401) {
    location.href = `/login?next=${encodeURIComponent(location.pathname + location.search)}`;
    throw new Error('you are logged out');
  }
  if (!reply.ok) throw new Error(`the service answered ${reply.status}`);
  return (await reply.json()) as T;
}
