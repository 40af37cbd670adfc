import Foundation
import Testing

@testable import MusterCommandLine

@Suite struct CompletionsTests {
  /// A table small enough for its scripts to be read here.
  private static let table = CommandSpecification(
    group: "tool", summary: "A tool", examples: [],
    subcommands: [
      CommandSpecification(
        "go", summary: "Don't stop",
        operands: [Operand("FILE", .file, help: "A file.").specification],
        options: [
          Option("colour", "NAME", ValueParser<Colour>.choice, short: "c", help: "Which [one].").specification,
          Option("into", "DIR", .directory, help: "Where.").specification,
        ], examples: [], make: { _ throws(UsageError) in throw UsageError("no", path: []) })
    ])

  private enum Colour: String, CaseIterable, Sendable {
    case red, green
  }

  @Test func writesBash() {
    #expect(
      BashCompletions.script(for: Self.table) == #"""
        # bash completion for tool; made by 'tool completions bash'
        _tool() {
          local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
          local path='' word words=''
          for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
            case "${path}/${word}" in
              '/go') path='go' ;;
            esac
          done
          COMPREPLY=()
          case "${path}/${previous}" in
            'go/--colour') COMPREPLY=($(compgen -W 'red green' -- "$current")); return ;;
            'go/--into') COMPREPLY=($(compgen -d -- "$current")); return ;;
          esac
          case "${path}" in
            '') words='go --help -h' ;;
            'go') words='--colour -c --into --help -h'; [[ $current == -* ]] || COMPREPLY+=($(compgen -f -- "$current")) ;;
          esac
          COMPREPLY+=($(compgen -W "$words" -- "$current"))
        }
        complete -o filenames -F _tool tool

        """#)
  }

  @Test func writesZsh() {
    #expect(
      ZshCompletions.script(for: Self.table) == #"""
        #compdef tool
        # zsh completion for tool; made by 'tool completions zsh'

        _tool() {
          local line state
          _arguments -s -C \
            '-h[Show this help.]' \
            '--help[Show this help.]' \
            '1: :->command' \
            '*:: :->arguments'
          case $state in
            command)
              local -a commands=(
                'go:Don'\''t stop'
              )
              _describe command commands ;;
            arguments)
              case $line[1] in
                go) _tool_go ;;
              esac ;;
          esac
        }

        _tool_go() {
          _arguments -s \
            '-c[Which \[one\].]:NAME:(red green)' \
            '--colour=[Which \[one\].]:NAME:(red green)' \
            '--into=[Where.]:DIR:_files -/' \
            '-h[Show this help.]' \
            '--help[Show this help.]' \
            ':FILE:_files'
        }

        if [ "$funcstack[1]" = "_tool" ]; then
          _tool "$@"
        else
          compdef _tool tool
        fi

        """#)
  }

  @Test func writesFish() {
    #expect(
      FishCompletions.script(for: Self.table) == #"""
        # fish completion for tool; made by 'tool completions fish'
        function __tool_path
          set -l path
          for word in (commandline -opc)[2..-1]
            switch "$path/$word"
              case '/go'
                set path 'go'
            end
          end
          echo "$path"
        end
        function __tool_at
          test (__tool_path) = "$argv[1]"
        end
        complete -c tool -f
        complete -c tool -n '__tool_at \'\'' -a 'go' -d 'Don\'t stop'
        complete -c tool -n '__tool_at \'\'' -l help -s h -d 'Show this help.'
        complete -c tool -n '__tool_at \'go\'' -l colour -s c -x -a 'red green' -d 'Which [one].'
        complete -c tool -n '__tool_at \'go\'' -l into -r -F -d 'Where.'
        complete -c tool -n '__tool_at \'go\'' -l help -s h -d 'Show this help.'
        complete -c tool -n '__tool_at \'go\'' -F

        """#)
  }

  private static func isInstalled(_ shell: String) -> Bool {
    ["/bin/", "/usr/bin/", "/usr/local/bin/"].contains { FileManager.default.isExecutableFile(atPath: $0 + shell) }
  }

  /// Runs a shell program and returns what it prints, words sorted.
  private func run(_ shell: String, _ script: String) throws -> [String] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = shell == "fish" ? ["fish", "--no-config"] : [shell]
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    input.fileHandleForWriting.write(Data(script.utf8))
    try input.fileHandleForWriting.close()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init).sorted()
  }

  private static let lines: [([String], [String])] = [
    (["fe"], ["fence"]), (["fence", ""], ["convert", "delete", "forecast", "get", "import", "list", "put"]),
    (["fence", "import", "--dr"], ["--dry-run"]), (["serve", "--profile", ""], ["amazon", "muster"]),
    (["completions", "b"], ["bash"]),
    (["tracker", "create", "fence", "--filtering", "Ac"], ["AccuracyBased"]),
  ]

  @Test(.enabled(if: isInstalled("bash"), "bash is not installed"), arguments: lines)
  func bashCompletes(_ words: [String], _ expected: [String]) throws {
    let quoted = (["muster"] + words).map(ShellQuoting.single).joined(separator: " ")
    let script = """
      \(BashCompletions.script(for: CommandTable.root))
      COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count); _muster
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let found = try run("bash", script).filter { words.last?.hasPrefix("-") == true || !$0.hasPrefix("-") }
    #expect(found == expected)
  }

  @Test(.enabled(if: isInstalled("fish"), "fish is not installed"), arguments: lines)
  func fishCompletes(_ words: [String], _ expected: [String]) throws {
    let line = (["muster"] + words).joined(separator: " ")
    let script = """
      \(FishCompletions.script(for: CommandTable.root))
      complete -C \(ShellQuoting.single(line)) | string replace -r '\\t.*' ''; true
      """
    #expect(try run("fish", script) == expected)
  }

  @Test(.enabled(if: isInstalled("zsh"), "zsh is not installed"))
  func zshReadsTheScript() throws {
    let script = """
      autoload -Uz compinit; compinit -D -u
      \(ZshCompletions.script(for: CommandTable.root))
      print -l ${(k)functions[(I)_muster*]}
      """
    let functions = try run("zsh", script)
    let expected = CompletionEntry.all(of: CommandTable.root)
      .map { (["_muster"] + $0.path.split(separator: " ").map(String.init)).joined(separator: "_") }
    #expect(functions == expected.sorted())
  }
}
