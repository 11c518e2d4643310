# SPDX-License-Identifier: GPL-3.0-or-later
"""The programs that are traced: what Debian has, and own.c in the ways that compilers build programs."""
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
KLIBC = Path("/usr/lib/klibc/bin")

BASH = ("f() { local i; for i in 1 2 3; do echo $((i * 3)) $(( $1 + i )); done; }; g() { f $1; [ $1 -gt 0 ] && g $(($1 - 1)); }; "
        "trap 'f 9' USR1; kill -USR1 $$; g 3; case abc in a*) f 2;; esac; g 4")
PYTHON = ("def f(n): return n if n < 2 else f(n - 1) + f(n - 2)\nimport signal, os, json, re\nsignal.signal(signal.SIGUSR1, lambda *a: f(4))\n"
          "os.kill(os.getpid(), signal.SIGUSR1)\nprint(sorted(range(30), key=lambda x: f(x % 7)), json.dumps({'a': [1, {'b': 2}]}), re.sub('a+', 'b', 'caat'))")
PERL = "sub f { my $n = shift; $n < 2 ? $n : f($n-1) + f($n-2) } $SIG{USR1} = sub { f(3) }; kill USR1 => $$; print join ',', sort { f($a % 5) <=> f($b % 5) } 1..30; eval { die 'x' }; 'caat' =~ /a+/;"
AWK = "function f(n) { return n < 2 ? n : f(n-1) + f(n-2) } BEGIN { print f(9); s = sprintf(\"%d %s\", 3, \"x\"); gsub(/x+/, \"yy\", s); print s, length(s); while (i++ < 50) a[i] = f(i % 6); for (k in a) t += a[k]; print t }"
SQL = "create table t(a, b); with recursive c(x) as (select 1 union all select x + 1 from c where x < 40) insert into t select x, x * x from c; select sum(b), group_concat(a) from t where a in (select a from t order by b desc limit 9);"
LUA = "local function f(n) return n < 2 and n or f(n-1) + f(n-2) end print(f(10)) local t = {} for i = 1, 40 do t[i] = f(i % 7) end table.sort(t, function(a, b) return a > b end) print(pcall(error, 'x'), ('caat'):gsub('a+', 'b')) print(coroutine == nil)"
RUBY = "def f(n) = n < 2 ? n : f(n-1) + f(n-2)\nputs f(8), (1..20).sort_by { |x| f(x % 6) }.inspect, 'caat'.gsub(/a+/, 'b')\nbegin; raise 'x'; rescue => e; puts e; end"
JS = "function f(n) { return n < 2 ? n : f(n - 1) + f(n - 2); } console.log(f(12)); [3, 1, 2].sort((a, b) => f(a) - f(b)); try { throw 1 } catch (e) { console.log('caat'.replace(/a+/, 'b')) }"
SCHEME = "(define (f n) (if (< n 2) n (+ (f (- n 1)) (f (- n 2))))) (display (map f (list 1 2 3 4 5 6 7 8 9)))"
SOURCE = "int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); } struct s { int a; char b[9]; }; int main(void) { struct s x = {1, \"a\"}; for (int i = 0; i < 9; ++i) x.a += f(i); return x.a; }\n"
TEXT = "".join(f"line {n} of the text, {n * n % 97} {'ab' * (n % 5)}\n" for n in range(400))


@dataclass
class Program:
    name: str
    words: list
    build: list = None  # A command that makes the program; {out} is its path.

    @property
    def folder(self):
        return re.sub("[^a-z0-9+.]+", "-", self.name.lower())

    def file(self, folder):
        words = self.command(folder, may_build=False)
        return Path(shutil.which(words[0]) or words[0]).resolve()

    def command(self, folder, may_build=True):
        files = {"text": folder / "text.txt", "source": folder / "source.c", "out": folder / "program", "here": HERE}
        if may_build:
            files["text"].write_text(TEXT)
            files["source"].write_text(SOURCE)
            if self.build:
                for step in self.build:
                    subprocess.run([self.filled(word, files) for word in step], cwd=folder, check=True, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        return [self.filled(word, files) for word in self.words]

    @staticmethod
    def filled(word, files):
        for name, value in files.items():
            word = word.replace("{" + name + "}", str(value))
        return word


def own(name, *options, compiler="gcc", strip=False):
    build = [[compiler, "-w", *options, "-o", "{out}", "{here}/own.c"]]
    if strip:
        build.append(["strip", "{out}"])
    return Program(f"own, {name}", ["{out}"], build)


NO_TABLES = ("-fno-asynchronous-unwind-tables", "-fno-unwind-tables")
OWN = [
    own("-O2", "-O2"),
    own("-O0 stripped", "-O0", strip=True),
    own("-O2 static stripped", "-O2", "-static", strip=True),
    own("clang -O2", "-O2", compiler="clang-19"),
    own("-O2 without tables", "-O2", *NO_TABLES),
    own("-O2 without tables stripped", "-O2", *NO_TABLES, strip=True),
    own("-O2 without tables, frame pointers", "-O2", "-fno-omit-frame-pointer", *NO_TABLES, strip=True),
    own("clang -O2 without tables stripped", "-O2", *NO_TABLES, compiler="clang-19", strip=True),
    own("i386 -O2", "-m32", "-O2"),
    own("i386 -O0 stripped", "-m32", "-O0", strip=True),
    own("i386 -O2 static stripped", "-m32", "-O2", "-static", strip=True),
    own("i386 -O2 without tables", "-m32", "-O2", *NO_TABLES),
    own("i386 -O2 without tables stripped", "-m32", "-O2", *NO_TABLES, strip=True),
    own("i386 clang -O2 without tables", "-m32", "-O2", *NO_TABLES, compiler="clang-19"),
]
CC1 = "/usr/lib/gcc/x86_64-linux-gnu/12/cc1"
INSTALLED = [
    Program("bash", ["bash", "--norc", "-c", BASH]),
    Program("dash", ["dash", "-c", BASH.replace("local i;", "")]),
    Program("python3", ["python3", "-S", "-E", "-c", PYTHON]),
    Program("perl", ["perl", "-e", PERL]),
    Program("gawk", ["gawk", AWK]),
    Program("mawk", ["mawk", AWK]),
    Program("sqlite3", ["sqlite3", ":memory:", SQL]),
    Program("git", ["git", "--no-pager", "hash-object", "{text}"]),
    Program("git diff", ["git", "--no-pager", "diff", "--no-index", "{text}", "{source}"]),
    Program("cc1", [CC1, "-quiet", "-O2", "{source}", "-o", "/dev/null"]),
    Program("as", ["as", "--version"]),
    Program("ld", ["ld", "-r", "/usr/lib/x86_64-linux-gnu/crt1.o", "-o", "/dev/null"]),
    Program("objdump", ["objdump", "-d", "/usr/lib/x86_64-linux-gnu/crt1.o"]),
    Program("tar", ["tar", "cf", "/dev/null", "--", "{text}"]),
    Program("xz", ["xz", "-kc", "{text}"]),
    Program("gzip", ["gzip", "-c", "{text}"]),
    Program("sed", ["sed", "-E", "s/(line) ([0-9]+)/\\2 \\1/;/9/d", "{text}"]),
    Program("grep", ["grep", "-nE", "(ab)+ .*7|line 3", "{text}"]),
    Program("sort", ["sort", "--parallel=1", "-k3", "{text}"]),
    Program("find", ["find", "/usr/share/doc/bash", "-name", "*e*"]),
    Program("ls", ["ls", "-la", "/usr/lib"]),
    Program("openssl", ["openssl", "dgst", "-sha256", "{text}"]),
    Program("curl", ["curl", "--version"]),
    Program("lua5.4", ["lua5.4", "-e", LUA]),
    Program("luajit", ["luajit", "-e", LUA]),
    Program("luajit interpreted", ["luajit", "-joff", "-e", LUA]),
    Program("jq", ["jq", "-n", "[range(20) | . * .] | map(select(. % 3 == 0)) | add"]),
    Program("bc", ["bc", "-l", "{text}"]),
    Program("ruby", ["ruby", "--disable-gems", "-e", RUBY]),
    Program("guile", ["guile", "--no-auto-compile", "-c", SCHEME]),
    Program("node", ["node", "--jitless", "-e", JS]),
    Program("tcc", ["tcc", "-c", "{source}", "-o", "/dev/null"]),
    Program("busybox awk", ["busybox", "awk", AWK]),
    Program("busybox sh", ["busybox", "sh", "-c", BASH]),
    Program("busybox sort", ["busybox", "sort", "{text}"]),
    Program("klibc sh", [str(KLIBC / "sh"), "-c", BASH.replace("local i;", "")]),
    Program("klibc ls", [str(KLIBC / "ls"), "/usr/lib"]),
    Program("klibc gzip", [str(KLIBC / "gzip"), "-c", "{text}"]),
    Program("ocaml", ["ocamlrun", "-version"]),
    Program("ocaml native", ["{out}"], [["sh", "-c", "echo 'let rec f n = if n < 2 then n else f (n-1) + f (n-2);; print_int (List.fold_left (+) 0 (List.map f [1;2;3;9])); "
                                        "try failwith \"x\" with _ -> print_string (String.concat \"a\" [\"b\"])' > {out}.ml; ocamlfind ocamlopt {out}.ml -o {out} 2>/dev/null || ocamlopt {out}.ml -o {out}"]]),
    Program("fpc", ["{out}"], [["sh", "-c", "printf 'function f(n: longint): longint; begin if n < 2 then f := n else f := f(n-1) + f(n-2) end;\\nvar s: ansistring; i: longint;\\nbegin for i := 1 to 12 do begin str(f(i), s); writeln(s + s) end end.' > {out}.pas; fpc -O2 {out}.pas -o{out}"]]),
    Program("ghc", ["{out}"], [["sh", "-c", "echo 'main = print (sum (map f [1..12])) where { f :: Int -> Int; f n = if n < 2 then n else f (n-1) + f (n-2) }' > {out}.hs; ghc -O1 {out}.hs -o {out}"]]),
    Program("rust", ["{out}"], [["sh", "-c", "echo 'fn f(n: u32) -> u32 { if n < 2 { n } else { f(n - 1) + f(n - 2) } } fn main() { let mut v: Vec<u32> = (1..30).map(|x| f(x % 9)).collect(); v.sort_by(|a, b| f(*b % 5).cmp(a)); println!(\"{:?} {}\", v, v.iter().map(|x| x.to_string()).collect::<Vec<_>>().join(\",\")); let _ = std::panic::catch_unwind(|| { if v.len() > 3 { panic!(\"x\") } }); }' > {out}.rs; rustc -O {out}.rs -o {out}"]]),
]


def is_here(program):
    first = program.build[0][0] if program.build else program.words[0]
    return shutil.which(first) is not None


def programs():
    return [program for program in OWN + INSTALLED if is_here(program)]
