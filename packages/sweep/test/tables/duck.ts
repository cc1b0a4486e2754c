import { type DuckDBConnection, DuckDBInstance, type DuckDBValue } from '@duckdb/node-api';

/** Runs a query in DuckDB, and returns the rows of the answer. */
export async function ask(sql: string, folder?: string): Promise<DuckDBValue[][]> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  let connection: DuckDBConnection | undefined;
  try {
    connection = await instance.connect();
    // Relative names are resolved in the folder.
    if (folder !== undefined) await connection.run(`SET file_search_path = '${folder}'`);
    return (await connection.runAndReadAll(sql)).getRows();
  } finally {
    connection?.closeSync();
    instance.closeSync();
  }
}
