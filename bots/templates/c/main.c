/* My first bot in C: change choose, and keep standard output for answers alone.
 *
 * The protocol is lines of JSON. This bot reads only what it needs: "type", "rng", "n", and the texts in "legal". They are
 * found at the top level of the message, whatever the order of its fields; so is "hand" inside "observation".
 */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_LINE = 64 * 1024 + 2, MOST_LEGAL = 4096, LONGEST_ACTION = 200 };

/* The bot's own chance, from the seed that the referee gives: the same game twice is played the same twice. */
static uint64_t state;

static uint64_t below(uint64_t limit) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % limit;
}

/* Copy an action to `answer`, with a number in the place of each range: "bet 1..7" may become "bet 3". */
static void fill_ranges(const char *action, char *answer) {
    while (*action) {
        char *end;
        long low = isdigit((unsigned char)*action) ? strtol(action, &end, 10) : 0;
        if (isdigit((unsigned char)*action) && strncmp(end, "..", 2) == 0) {
            long high = strtol(end + 2, &end, 10);
            answer += sprintf(answer, "%ld", low + (long)below((uint64_t)(high - low + 1)));
            action = end;
        } else {
            do {
                *answer++ = *action++;
            } while (*action && action[-1] != ' ');
        }
    }
    *answer = '\0';
}

/* Choose among `count` legal actions; `hand` is the list of one's own cards as JSON, or NULL in games without. */
static void choose(char *const legal[], size_t count, const char *hand, char *answer) {
    const char *action = legal[below(count)];
    fprintf(stderr, "with %.*s I may %s\n", hand ? (int)strcspn(hand, "]") + 1 : 0, hand ? hand : "", action); /* the log */
    fill_ranges(action, answer);
}

/* Return what comes after the text that begins at `at`, a quotation mark. */
static char *after_text(char *at) {
    for (at++; *at && *at != '"'; at++) {
        if (*at == '\\' && at[1]) {
            at++;
        }
    }
    return *at ? at + 1 : at;
}

/* Return where the value of a field of the object that begins here begins, or NULL. */
static char *field(char *object, const char *name) {
    size_t length = strlen(name);
    int depth = 0;
    for (char *at = object; *at;) {
        if (*at == '"') {
            char *end = after_text(at);
            char *next = end + strspn(end, " ");
            if (depth == 1 && *next == ':' && (size_t)(end - at) == length + 2 && memcmp(at + 1, name, length) == 0) {
                next++;
                return next + strspn(next, " ");
            }
            at = end;
            continue;
        }
        depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
        if (depth == 0) {
            return NULL; /* the object is over */
        }
        at++;
    }
    return NULL;
}

/* Find the texts of a list and end each with a zero; actions hold no character that JSON would escape. */
static size_t texts(char *list, char *found[], size_t most) {
    size_t count = 0;
    for (char *at = list; *at && *at != ']' && count < most;) {
        if (*at == '"') {
            char *end = after_text(at);
            found[count++] = at + 1;
            end[-1] = '\0';
            at = end;
        } else {
            at++;
        }
    }
    return count;
}

int main(void) {
    static char line[LONGEST_LINE], answer[LONGEST_ACTION + 1];
    static char *legal[MOST_LEGAL];
    while (fgets(line, sizeof line, stdin) != NULL) {
        char *type = field(line, "type");
        if (type == NULL) {
            return 1;
        }
        if (strncmp(type, "\"start\"", 7) == 0) {
            char *rng = field(line, "rng");
            state = rng == NULL ? 0 : strtoull(rng + 1, NULL, 16);
            puts("{\"type\":\"ready\"}");
        } else if (strncmp(type, "\"act\"", 5) == 0) {
            char *number = field(line, "n"), *list = field(line, "legal"), *seen = field(line, "observation");
            if (number == NULL || list == NULL) {
                return 1;
            }
            long n = strtol(number, NULL, 10);
            const char *hand = seen == NULL ? NULL : field(seen, "hand");
            size_t count = texts(list, legal, MOST_LEGAL);
            if (count == 0) {
                return 1;
            }
            choose(legal, count, hand, answer);
            printf("{\"n\":%ld,\"action\":\"%s\"}\n", n, answer);
        } else {
            return 0; /* the end */
        }
        fflush(stdout);
    }
    return 0;
}
