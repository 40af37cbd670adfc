internal import MusterJSON

/// Runs the program with its arguments (its own name excluded) and returns its exit status: 0, 1 when something
/// failed, 64 when the arguments can't be understood.
public func runMuster(arguments: [String]) -> Int32 {
  runMuster(arguments: arguments, context: .live()).rawValue
}

func runMuster(arguments: [String], context: CommandContext) -> ExitCode {
  var parser = ArgumentParser(root: CommandTable.root, environment: context.environment)
  parser.readSettings = { (path) throws(ValueFault) in try settings(path, context) }
  do throws(UsageError) {
    switch try parser.parse(arguments) {
    case .version:
      context.console.print("muster \(CommandTable.version)")
      return .success
    case .help(let path):
      guard let command = CommandTable.command(at: path) else { return .failure }
      let text = HelpText(program: "muster", width: context.console.columns).text(for: command, path: path)
      // A bare `muster` or `muster fence` is no command: the help goes where errors go.
      guard arguments.contains("--help") || arguments.contains("-h") else {
        context.console.writeError(text)
        return .usage
      }
      context.console.write(text)
      return .success
    case .run(let command, _): return run(command, context)
    }
  } catch {
    context.console.report(error.description)
    return .usage
  }
}

private func settings(_ path: String, _ context: CommandContext) throws(ValueFault) -> SettingsFile {
  do {
    return SettingsFile(json: try JSON.parse(try context.read(path)))
  } catch let failure as CommandFailure {
    throw ValueFault(message: failure.message)
  } catch {
    throw ValueFault(message: "is not JSON: \(error)")
  }
}

private func run(_ command: any Command, _ context: CommandContext) -> ExitCode {
  do {
    return try command.run(context)
  } catch {
    context.console.report("muster: \(error.message)")
    if let hint = error.hint { context.console.report(hint) }
    return .failure
  }
}
