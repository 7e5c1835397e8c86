/// The programs in `README.md`. The tests run them as they are written.
enum ReadmeSnippets {
  /// Returns the section about loading, for the first stream with samples.
  static func section(_ night: ArchivedNight, _ layout: ArchiveLayout) -> String? {
    let example = zip(night.streams, layout.streams).first { stream, _ in
      stream.sampleCount > 0 && !stream.channels.isEmpty
    }
    guard let (stream, names) = example else { return nil }
    let channel = stream.channels[0].name
    var parts = ["## How to load the data\n\nThe programs are run in the folder of this file."]
    if let file = names.parquetFile {
      parts += [pandas(file, channel), duckDB(file, channel)]
    }
    parts += [tables, sqlite(names), commandLine]
    return parts.joined(separator: "\n\n")
  }

  private static func pandas(_ file: String, _ channel: String) -> String {
    """
    With pandas and pyarrow, the mean of each minute:

    ```python
    import pandas

    samples = pandas.read_parquet(\(python(file)))
    samples["time"] = pandas.to_datetime(samples["time_ns"], unit="ns", utc=True)
    minute = samples["time"].dt.floor("1min")
    means = samples.groupby(minute)[\(python(channel))].mean()
    print(means)
    ```
    """
  }

  private static func duckDB(_ file: String, _ channel: String) -> String {
    let query = """
      SELECT time_ns // 60000000000 * 60 AS seconds_since_1970, avg(\(channel.quoted())) AS mean
        FROM \(file.quoted(in: "'"))
        GROUP BY ALL
        ORDER BY ALL
      """
    return """
      The same with DuckDB, which does not read the whole file into memory:

      ```python
      import duckdb

      rows = duckdb.sql(\(python(query))).fetchall()
      print(rows)
      ```
      """
  }

  private static let tables = """
    The tables with pandas. `Int64` with a capital letter keeps times exact in columns with empty \
    fields:

    ```python
    import pandas

    gaps = pandas.read_csv("gaps.csv")
    gaps["seconds"] = (gaps["end_ns"] - gaps["start_ns"]) / 1e9
    marks = pandas.read_csv("marks.csv")
    chunks = pandas.read_csv(
        "chunks.csv", dtype={"first_time_ns": "Int64", "last_time_ns": "Int64"}
    )
    print(gaps, marks, chunks, sep="\\n")
    ```
    """

  private static func sqlite(_ names: ArchiveLayout.Stream) -> String {
    let query = """
      SELECT time_ns, \(names.columns[0].quoted())
        FROM \(names.table.quoted())
        WHERE time_ns >= ? AND time_ns < ?
      """
    let index = Markdown.code("CREATE INDEX times ON \(names.table.quoted()) (time_ns)")
    return """
      With the sqlite3 module of Python, the first minute of a stream:

      ```python
      import sqlite3

      night = sqlite3.connect("file:night.sqlite?mode=ro", uri=True)
      about = dict(night.execute("SELECT key, value FROM about"))
      start = int(about["night_start_ns"])
      query = \(python(query))
      rows = night.execute(query, (start, start + 60_000_000_000)).fetchall()
      print(len(rows), rows[:3])
      ```

      The tables of samples have no index, so that the file is smaller. For many queries of a large \
      table, create one: \(index).
      """
  }

  private static let commandLine = """
    With the sqlite3 program:

    ```sh
    sqlite3 -readonly night.sqlite "SELECT name, table_name, samples FROM streams ORDER BY name"
    ```
    """

  /// Returns the section about checking the chunks.
  static func checkSection(_ night: ArchivedNight) -> String? {
    if night.chunks.isEmpty { return nil }
    return """
      ## How to check the data

      The collector keeps every chunk as the device has sent it, and `chunks.csv` has the SHA-256 of \
      its bytes. This program reads each chunk from the collector and compares. It needs the address \
      of the collector, such as `https://collector.example.org`, in the environment variable \
      `YOBAN_SERVER`, and a token that may read the device in `YOBAN_TOKEN`. The format of the bytes \
      is described in the documentation of Yoban ("The chunk format").

      ```python
      import csv
      import hashlib
      import os
      import urllib.request

      device = \(python(night.device))
      server = os.environ["YOBAN_SERVER"]
      headers = {"Authorization": "Bearer " + os.environ["YOBAN_TOKEN"]}
      compared = 0
      different = []
      with open("chunks.csv", newline="", encoding="utf-8") as file:
          for chunk in csv.DictReader(file):
              if chunk["damaged"] == "1":
                  continue
              path = f"/v1/devices/{device}/streams/{chunk['stream']}/chunks/{chunk['sequence']}"
              request = urllib.request.Request(server + path, headers=headers)
              with urllib.request.urlopen(request) as answer:
                  digest = hashlib.sha256(answer.read()).hexdigest()
              compared += 1
              if digest != chunk["sha256"]:
                  different.append(path)
      print(compared, "chunks were compared. Different:", different)
      ```
      """
  }

  /// Returns a literal of Python: a string on one line, or on several if the text has several.
  private static func python(_ text: String) -> String {
    let hasLines = text.contains("\n")
    // In a string of several lines, only three quotation marks in a row end the string.
    let keepsQuotes = hasLines && !text.contains("\"\"\"") && text.last != "\""
    let escaped = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"" where keepsQuotes, "\n": return String(scalar)
      case "\\", "\"": return "\\\(scalar)"
      case "\0"..<" ", "`":
        let digits = String(scalar.value, radix: 16)
        return "\\x" + (digits.count == 1 ? "0" : "") + digits
      default: return String(scalar)
      }
    }.joined()
    return hasLines ? "\"\"\"\n  \(escaped)\n\"\"\"" : "\"\(escaped)\""
  }
}
