import Testing

@testable import MusterCommandLine

@Suite struct HelpTextTests {
  private func help(_ path: [String], width: Int = 80) throws -> String {
    HelpText(program: "muster", width: width).text(for: try #require(CommandTable.command(at: path)), path: path)
  }

  @Test func explainsTheProgram() throws {
    #expect(
      try help([]) == """
        A self-hosted server for trackers and geofences that speaks Amazon Location's
        API.

        Every command but 'serve', 'demo' and 'policy' is a client of a running server.

        Usage: muster COMMAND [options]

        Commands:
          serve        Run the server.
          demo         Start a server, move a crew about and show live who enters and
                       leaves what.
          tracker      Make and manage trackers, and link them to geofence collections.
          collection   Make and manage geofence collections.
          fence        Put, list, import and convert geofences.
          position     Send and read positions.
          policy       Check IAM policies and ask what they decide.
          replay       Send recorded tracks to a tracker as if they happened now.
          watch        Show who enters and leaves which geofence, live.
          completions  Write a completion script for a shell.
          help         Explain a command.

        General options:
          --version   Show the version.
          -h, --help  Show this help.

        Examples:
          # a server, a crew on the move and live events
          muster demo
          muster serve --data ./muster-data

        """)
  }

  @Test func explainsACommand() throws {
    #expect(
      try help(["fence", "import"]) == """
        Put every feature of a GeoJSON or Geobuf file.

        Polygon and MultiPolygon features become geofences as they are, Point features
        with a number 'radius' (metres) circles. Features that can't be used are
        reported with their place, the others are put, and the command ends with status
        1.

        Usage: muster fence import [options] FILE

        Arguments:
          FILE  A file of GeoJSON, or of Geobuf when its name ends in .pbf.

        Options:
          --collection NAME   The geofence collection; needless with --dry-run. [env:
                              MUSTER_COLLECTION]
          --id-property NAME  The property that names a geofence, for features without
                              an id. [default: name]
          --dry-run           Check the file and change nothing.

        Connection options:
          --endpoint URL         The server's address. [default: http://127.0.0.1:8080]
                                 [env: MUSTER_ENDPOINT, AWS_ENDPOINT_URL]
          --region REGION        The region that requests are signed for. [default: the
                                 credentials file's, else us-east-1] [env: AWS_REGION,
                                 AWS_DEFAULT_REGION]
          --credentials FILE     A shared credentials file. AWS_ACCESS_KEY_ID and
                                 AWS_SECRET_ACCESS_KEY come before the variable.
                                 [default: ~/.aws/credentials] [env:
                                 AWS_SHARED_CREDENTIALS_FILE]
          --data DIR             The server's folder on this machine, to read its
                                 credentials file.
          --ca-certificate FILE  A PEM file with the certificate to trust for https.
                                 [env: AWS_CA_BUNDLE]
          --timeout SECONDS      How long to wait for an answer. [default: 30]

        General options:
          --json      Write JSON for machines instead of a table.
          -h, --help  Show this help.

        Examples:
          muster fence import site.geojson --dry-run
          muster fence import site.geojson --collection MusterPoints

        """)
  }

  @Test(arguments: [1, 40, 60, 80, 120, 5000])
  func fillsTheWidthAndNoMore(_ width: Int) throws {
    let bound = min(max(width, 40), 120)
    for entry in CompletionEntry.all(of: CommandTable.root) {
      let text = HelpText(program: "muster", width: width)
        .text(for: entry.command, path: entry.path.split(separator: " ").map(String.init))
      let body = text.split(separator: "\nExample")[0]
      for line in body.split(separator: "\n") where line.count > bound {
        // Only a word that can't be broken may stand out.
        #expect(line.drop { $0 == " " }.contains(" ") == false, "\(line)")
      }
      #expect(text.contains("Example"))
      #expect(text.contains("Usage: muster"))
    }
  }
}

@Suite struct TextWrappingTests {
  @Test func breaksAtSpaces() {
    #expect(TextWrapping.wrap("aa bb cc", width: 5) == ["aa bb", "cc"])
    #expect(TextWrapping.wrap("aaaaaaaa bb", width: 5) == ["aaaaaaaa", "bb"])
    #expect(TextWrapping.wrap("a\n\nb", width: 5) == ["a", "", "b"])
    #expect(TextWrapping.wrap("", width: 5) == [""])
  }
}
